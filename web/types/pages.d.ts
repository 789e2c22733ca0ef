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

type FirstMake = (
	view: FirstApi.FirstRunView,
	want: (wish: FirstWish) => Promise<unknown>,
) => (Node | string)[];

/** A step of the first run: `said` is what must differ for it to be drawn anew. */
interface FirstStep {
	said: (view: FirstApi.FirstRunView) => unknown[];
	make: FirstMake;
	caption?: (view: FirstApi.FirstRunView) => string;
}

type FirstSteps = Record<FirstApi.FirstStep, FirstStep>;

/** What the machine's page asks for. */
type MachineWish = MachineApi.AskedMachine["wish"];

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
