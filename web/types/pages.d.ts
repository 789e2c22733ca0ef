// Shapes that several modules of the pages hand to each other.

type Point = [number, number];

/** A player's side, as far as it is drawn. */
type Side = Pick<Api.SeatView, "player" | "name" | "colour" | "ink"> & { team?: string };

/** What the board shows; a set-up gives as much of it as a game. */
interface BoardState {
	table: Api.TableView;
	game: { active: string | null; seats: Side[] };
	ghosts: Api.GhostView[];
}

interface CameraState extends Pick<BoardState, "table" | "game"> {
	camera: Api.CameraView;
}

/** What is drawn of a ruling, or of anything that is drawn like one. */
interface Drawn {
	findings: Pick<Api.FindingView, "witness" | "things">[];
}

/** Where the board was touched: inches, pixels of the screen, and the operative that is near enough. */
interface Spot {
	operative: string | null;
	x: number;
	y: number;
	px: number;
	py: number;
}

/** Where something lies on the board. */
type Place = (operative: Api.OperativeView) => void;

/** What the first run's page asks for. */
type FirstWish = FirstApi.AskedFirst["wish"];

/** What the first run's page knows; what was typed stays text until it is sent. */
interface FirstState {
	view: FirstApi.FirstRunView | null;
	/** Whether this device may set the table up. */
	may: boolean;
	claim: Answer<Api.ClaimView>;
	refused: string;
	/** Whether the simulated table can be returned to. */
	simulated: boolean;
	/** Whether a request has not been answered yet. */
	busy: boolean;
	ruler: string | null;
	plate: string | null;
	size: string | null;
}

/** What a step of the first run draws. */
type FirstStepView = (
	props: FirstState & {
		view: FirstApi.FirstRunView;
		want: (wish: FirstWish) => Promise<unknown>;
		change: (fields: Partial<FirstState>) => void;
	},
) => import("../static/vendor/preact.module.js").View;

/** What the machine's page asks for. */
type MachineWish = MachineApi.AskedMachine["wish"];

/** What the machine's page knows. */
interface MachineState {
	view: MachineApi.MachineView | null;
	/** Whether this device may not use the page. */
	foreign: boolean;
	/** Whether the table does not answer at the moment. */
	gone: boolean;
	refused: string;
	/** Settings that were typed and not yet applied: text, the state of a switch, or null for the file's value. */
	typed: Record<string, string | boolean | null>;
	/** What was asked to stop or restart. */
	ending: MachineApi.PowerWish | "";
	/** The id of the button that was tapped once and needs a second tap. */
	armed: string;
	/** The number under which this page uploads a file, or 0. */
	uploading: number;
}

/** What the parts of the machine's page work with. */
interface MachineTools {
	state: MachineState;
	change: (fields: Partial<MachineState>) => void;
	want: (wish: MachineWish) => Promise<boolean>;
}

/** What the page of versions knows. */
type UpdateState = Omit<MachineState, "view" | "typed" | "ending"> & { view: UpdateApi.UpdateView | null };

/** What the page of other versions asks for. */
type UpdateWish = UpdateApi.AskedUpdate["wish"];

type Intent = Api.SubmitRequest["intent"];

/** What an address answers, or `problem` in words where it cannot. */
type Answer<T> = Partial<T> & { problem?: string | null };

type Player = SetupApi.TeamExample["player"];
type SetupAction = SetupApi.Asked["wish"];

/** What a step of the set-up is given to work with. */
interface Desk {
	look: import("../static/setup/look.js").Look;
	board: import("../static/shared/board.js").Board;
	hint: (words: string) => void;
	view: SetupApi.SetupView;
}

/** A step of the set-up: it shows what arrives, and takes away what it put elsewhere when it is left. */
interface Step {
	update: (now: SetupApi.SetupView, before: SetupApi.SetupView | null) => void;
	leave?: () => void;
}
