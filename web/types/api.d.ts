// Written by `python -m tools.api_types` from the server's models. Change those, then write it again.

declare namespace Api {
	interface AbsentView {
		id: string;
		player: string;
		name: string;
	}
	interface Accepted {
		accepted: true;
		sequence: number | null;
	}
	interface Act {
		kind: "act";
		operative: string;
		action: string;
		target?: string | null;
		weapon?: string | null;
		marker?: string | null;
		thing?: string | null;
		dice?: boolean;
		free?: boolean;
		goes_on?: boolean;
		cost_changes?: number[];
		x?: number | null;
		y?: number | null;
		z?: number | null;
		weapon_rules?: string[];
		results?: Damage[];
		stunned?: string[];
		rerolls?: string[];
	}
	interface Activate {
		kind: "activate";
		operative: string;
		order: Order;
	}
	interface ActivationView {
		operative: string;
		orders: Order[];
	}
	interface AirDelta {
		version: 1;
		since: number;
		revision: number;
		game: AirGameView | null;
		squads: MemberView[] | null;
		clock: ClockView | null;
		table: TableView | null;
		accuracy: string | null;
		accuracy_message: Record<string, unknown> | null;
		card: CardView[] | null;
		feed: CommentaryLineView[] | null;
	}
	interface AirGameView {
		edition: string;
		title: string;
		turning_point: number;
		phase: string;
		phase_message: Record<string, unknown> | null;
		initiative: string | null;
		active: string | null;
		seats: SeatView[];
		over: boolean;
		winner: string | null;
	}
	interface AirView {
		version: 1;
		revision: number;
		game: AirGameView;
		squads: MemberView[];
		clock: ClockView;
		table: TableView;
		accuracy: string;
		accuracy_message: Record<string, unknown> | null;
		card: CardView[];
		feed: CommentaryLineView[];
	}
	interface Answer {
		kind: "answer";
		counted?: boolean;
		onward?: boolean;
		roll?: boolean;
		prompt: string;
		choice?: string | null;
		dice?: number[];
	}
	interface AnswerRequest {
		kind: "answer_request";
		answer: "accept" | "decline" | "referee";
		request?: string | null;
	}
	interface AskPlayer {
		kind: "request";
		act: Act | Activate | Answer | Challenge | ChooseEquipment | DeclareDamage | DeclarePlace | DeclareStat | DeclareStatus | Deploy | DropMarker | EndActivation | EndBattle | EndStage | PassTurn | PlaceEquipment | PlaceMarker | React | Redo | RemoveMarker | RemoveOperative | Reveal | Revive | Score | Seal | SetUpAgain | Trigger | Undo | UsePloy;
	}
	interface Begin {
		kind: "begin";
		free?: boolean;
		mission?: string;
	}
	interface BoardView {
		width: number;
		depth: number;
		outline_px: [number, number][] | null;
	}
	interface CameraView {
		id: string;
		size_px: [number, number] | null;
		view_px: [number, number, number, number] | null;
		fps: number | null;
		latency_ms: number | null;
		state: HealthState;
	}
	type CardKind = "combat" | "kill" | "ruling" | "challenge" | "points" | "objective" | "model" | "turn" | "end";
	interface CardView {
		id: string;
		kind: CardKind;
		title: string;
		title_message: Record<string, unknown> | null;
		sentence: string;
		message: Record<string, unknown> | null;
		detail: string;
		detail_message: Record<string, unknown> | null;
		player: string | null;
		verdict: Verdict | null;
		operatives: string[];
		replay: string;
		rulings: RulingView[];
		combat: CombatView[];
	}
	interface CauseView {
		cause: string;
		thing: string;
		share: number;
		sigma: number;
		sentence: string;
		message: Record<string, unknown> | null;
	}
	interface Challenge {
		kind: "challenge";
		ruling: string;
	}
	interface ChoiceView {
		weapon: string;
		target: string;
		marker: string;
		thing: string;
		label: string;
		possible: boolean;
		verdict: Verdict;
		why: string;
		message: Record<string, unknown> | null;
		cover: Verdict;
		obscured: Verdict;
		odds: string;
		odds_message: Record<string, unknown> | null;
		chance: number | null;
		facts_message: Record<string, unknown> | null;
		facts: string;
		why_prose: (string | LengthView)[];
		label_message: Record<string, unknown> | null;
	}
	interface ChooseEquipment {
		kind: "choose_equipment";
		player: string;
		options?: string[];
	}
	interface ClaimView {
		seconds: number;
		owner: boolean;
	}
	interface ClipOutlineView {
		name: string;
		colour: string;
		outline_px: [number, number][];
	}
	interface ClipView {
		sequence: number;
		size_px: [number, number];
		view_px: [number, number, number, number] | null;
		near_px: [number, number, number, number] | null;
		times_s: number[];
		ruling: RulingView | null;
		named: ClipOutlineView[];
		falls: FallView[];
	}
	interface ClockSeatView {
		player: string;
		used_s: number;
	}
	interface ClockView {
		running: boolean;
		on: string | null;
		seats: ClockSeatView[];
		round_s: number;
		limit_s: number;
		uncounted: boolean;
	}
	interface CombatChangeView {
		rule: string;
		name: string;
		kind: "kept" | "rerolled" | "counted" | "improved" | "lowered" | "discarded";
		dice: number[];
		before: "crit" | "success" | "fail" | null;
		after: "crit" | "success" | "fail" | null;
		says: string;
		message: Record<string, unknown>;
	}
	interface CombatDamageView {
		normals: number;
		normal_damage: number;
		crits: number;
		critical_damage: number;
		more: number;
		total: number;
		before: number;
		after: number;
		says: string;
		message: Record<string, unknown>;
	}
	interface CombatDieView {
		face: number | null;
		counts_as: "crit" | "success" | "fail";
		was: number | null;
		kept: boolean;
		raised: boolean;
		met: number[];
		spent: boolean;
		message: Record<string, unknown>;
		says: string;
	}
	interface CombatOptionView {
		key: string;
		does: string;
		message: Record<string, unknown> | null;
	}
	interface CombatReasonView {
		says: string;
		rule: string;
		message: Record<string, unknown> | null;
	}
	interface CombatResultView {
		operative: string;
		player: string;
		sentence: string;
		down: boolean;
		message: Record<string, unknown> | null;
	}
	interface CombatSideView {
		operative: string;
		player: string;
		name: string;
		weapon: string;
		numbers: string;
		rules: string[];
		notes: string[];
		note_messages: Record<string, unknown>[];
		reasons: CombatReasonView[];
		before: number;
		wounds: number;
		start_wounds: number;
		shelter: string[];
		due: number;
		numbers_message: Record<string, unknown> | null;
		shelter_messages: Record<string, unknown>[];
		line_message: Record<string, unknown> | null;
		left_message: Record<string, unknown>;
		line: string;
		left: string;
		dice: CombatDieView[];
		changes: CombatChangeView[];
	}
	interface CombatView {
		number: number;
		kind: "shoot" | "fight";
		action: string;
		attacker: CombatSideView;
		target: CombatSideView;
		shelter: string[];
		blows: string[];
		proposed: boolean;
		options: CombatOptionView[];
		over: boolean;
		odds: string;
		came: string;
		results: CombatResultView[];
		shelter_messages: Record<string, unknown>[];
		blow_messages: Record<string, unknown>[];
		odds_message: Record<string, unknown> | null;
		came_message: Record<string, unknown> | null;
		damage: CombatDamageView | null;
	}
	interface CommentaryLineView {
		id: string;
		kind: CardKind;
		sentence: string;
		message: Record<string, unknown> | null;
		player: string | null;
	}
	interface CommitmentView {
		player: string;
		topic: string;
		label: string;
		message: Record<string, unknown>;
		digest: string;
		salt: string;
		values: string[];
	}
	interface Damage {
		operative: string;
		amount: number;
	}
	interface DeclareDamage {
		kind: "declare_damage";
		operative: string;
		amount: number;
		why?: string;
	}
	interface DeclarePlace {
		kind: "declare_place";
		operative: string;
		x?: number | null;
		y?: number | null;
		z?: number;
		rotation_deg?: number;
	}
	interface DeclareStat {
		kind: "declare_stat";
		operative: string;
		change: number;
		until: Until;
		stat: string;
		why?: string;
	}
	interface DeclareStatus {
		kind: "declare_status";
		operative: string;
		order?: Order | null;
		ready?: boolean | null;
	}
	interface Delta {
		version: 1;
		since: number;
		revision: number;
		board: BoardView | null;
		operatives: Listed_OperativeView_ | null;
		terrain: Listed_TerrainView_ | null;
		markers: Listed_MarkerView_ | null;
		flags: FlagsView | null;
		game: GameView | null;
		prompts: PromptView[] | null;
		rulings: Listed_RulingView_ | null;
		ghosts: GhostView[] | null;
		moving: MovingView[] | null;
		notices: NoticeView[] | null;
		health: HealthView[] | null;
		camera: CameraView | null;
		offers: OffersView[] | null;
		menu: MenuView[] | null;
		tray: TrayView[] | null;
		clock: ClockView | null;
		combat: CombatView[] | null;
		scoring: ScoringView[] | null;
		falls: KeptFallView[] | null;
		requests: RequestView[] | null;
		phones: string[] | null;
	}
	interface Deploy {
		kind: "deploy";
		operative: string;
		x?: number | null;
		y?: number | null;
		z?: number;
	}
	interface DropMarker {
		kind: "drop_marker";
		operative: string;
		x?: number | null;
		y?: number | null;
		z?: number | null;
	}
	interface EndActivation {
		kind: "end_activation";
		operative: string;
	}
	interface EndBattle {
		kind: "end_battle";
		conceded_by?: string | null;
	}
	interface EndStage {
		kind: "end_stage";
		stage: string;
	}
	interface ExpectedView {
		player: string;
		vp: number;
		ops: SeatOpView[];
	}
	interface FallView {
		name: string;
		sentence: string;
		message: Record<string, unknown> | null;
		at: ClipOutlineView | null;
		by: ClipOutlineView | null;
	}
	interface FindingView {
		rule: string;
		means: string;
		message: Record<string, unknown> | null;
		figures: string;
		figures_message: Record<string, unknown> | null;
		measured: number | null;
		required: number | null;
		margin: number | null;
		sigma: number;
		holds: boolean;
		verdict: Verdict;
		witness: StrokeView[];
		things: string[];
		causes: CauseView[];
	}
	interface FlagsView {
		hand_in_view: boolean;
		settled: boolean;
		camera_moved: boolean;
		board_lost: boolean;
	}
	interface FreeGameView {
		name: string;
		name_message: Record<string, unknown> | null;
		about: string;
		model: string;
		turn: string;
		group: string;
		ranges: string[];
		arcs: string[];
		templates: string[];
		coherency: number | null;
	}
	interface GameView {
		number: number;
		edition: string;
		title: string;
		turning_point: number;
		phase: string;
		phase_message: Record<string, unknown> | null;
		initiative: string | null;
		active: string | null;
		seats: SeatView[];
		undo: string | null;
		redo: string | null;
		undo_message: Record<string, unknown> | null;
		redo_message: Record<string, unknown> | null;
		begun: boolean;
		free: boolean;
		over: boolean;
		winner: string | null;
		turn: string | null;
		signed: string[];
		absent: AbsentView[];
		activations: ActivationView[];
		roster: MemberView[];
		commitments: CommitmentView[];
		secrets: SecretView[];
		ploys: PloyView[];
		reactions: ReactionView[];
		opening: string;
		app_dice: boolean;
		expected: ExpectedView[];
	}
	interface GhostView {
		operative: string;
		stands: PoseView;
		belongs: PoseView;
		sentence: string;
		message: Record<string, unknown> | null;
	}
	interface Grade {
		counts_as: "crit" | "success" | "fail";
		faces: number[];
	}
	interface Health {
		parts: HealthView[];
	}
	type HealthState = "ok" | "trouble" | "lost";
	interface HealthView {
		part: string;
		state: HealthState;
		sentence: string;
		message: Record<string, unknown> | null;
	}
	interface HeldView {
		marker: string;
		player: string | null;
		why: string;
		message: Record<string, unknown> | null;
	}
	type HighlightKind = "turning point" | "kill" | "too close" | "challenge" | "chance" | "end";
	interface HighlightView {
		kind: HighlightKind;
		sentence: string;
		message: Record<string, unknown> | null;
	}
	interface Invitation {
		pin: string;
		seconds: number;
		words: string;
		message: Record<string, unknown>;
		staff_pin: string;
		scanned: boolean;
		token: string;
		taken: string[];
	}
	interface KeptFallView {
		operative: string;
		clip: number;
		clip_of: number;
	}
	interface LengthView {
		said: string;
		inches: number;
		sigma: number | null;
	}
	interface Listed_MarkerView_ {
		order: string[];
		changed: MarkerView[];
	}
	interface Listed_OperativeView_ {
		order: string[];
		changed: OperativeView[];
	}
	interface Listed_RulingView_ {
		order: string[];
		changed: RulingView[];
	}
	interface Listed_TerrainView_ {
		order: string[];
		changed: TerrainView[];
	}
	interface LyingDieView {
		value: number | null;
		doubt: string;
		box: [number, number, number, number];
	}
	interface MarkView {
		sequence: number;
		at: string;
		words: string;
		message: Record<string, unknown> | null;
		turning_point: number;
		highlights: HighlightView[];
		ruling: string | null;
		clip: number;
		clip_of: number | null;
	}
	interface MarkerView {
		id: string;
		kind: string;
		label: string;
		x: number;
		y: number;
		z: number;
		diameter: number;
		spread: number;
		carried_by: string | null;
		declared: boolean;
		holder: string | null;
		says: string;
		says_message: Record<string, unknown> | null;
		outline_px: [number, number][] | null;
	}
	interface MeasureFactView {
		verdict: Verdict;
		sentence: string;
		message: Record<string, unknown> | null;
		why: string;
		why_message: Record<string, unknown> | null;
	}
	interface MeasureView {
		sentence: string;
		message: Record<string, unknown> | null;
		figures: string;
		figures_message: Record<string, unknown> | null;
		figures_prose: (string | LengthView)[];
		witness: StrokeView[];
		facts: MeasureFactView[];
	}
	interface MemberView {
		id: string;
		player: string;
		name: string;
		wounds: number;
		start_wounds: number;
		order: Order;
		ready: boolean;
		out: boolean;
		weapons: string[];
	}
	interface MenuView {
		question: string;
		marked: string;
		prompt: string;
		choice: string;
		at: number;
		of: number;
		entered: number[];
		picked: string[];
		message: Record<string, unknown> | null;
		marked_message: Record<string, unknown> | null;
	}
	interface MoveView {
		action: string;
		sentence: string;
		message: Record<string, unknown> | null;
		sentence_prose: (string | LengthView)[];
	}
	interface MovingView {
		operative: string;
		state: TrackState;
		inches: number | null;
		sentence: string;
		message: Record<string, unknown>;
	}
	type Needs = "nothing" | "target" | "marker" | "move" | "place" | "hatch";
	interface NoticeView {
		id: string;
		severity: Severity;
		sentence: string;
		message: Record<string, unknown> | null;
	}
	interface OfferView {
		action: string;
		cost: number;
		possible: boolean;
		why: string;
		needs: Needs;
		dice: boolean;
		declares: boolean;
		text: string;
		choices: ChoiceView[];
		message: Record<string, unknown> | null;
		text_message: Record<string, unknown> | null;
	}
	interface OffersView {
		operative: string;
		player: string;
		of: number;
		actions: OfferView[];
		moves: boolean;
		unconfirmed: string;
		unconfirmed_message: Record<string, unknown> | null;
		likely: string[];
	}
	interface OpView {
		player: string;
		op: string;
		label: string;
		vp: number;
		why: string;
		counted: boolean;
		scored: number;
		message: Record<string, unknown> | null;
		label_message: Record<string, unknown> | null;
	}
	interface OperativeCard {
		operative: string;
		apl: number;
		apl_left: number;
		move_in: number;
		save: string;
		weapons: WeaponView[];
		effects: string[];
		effect_messages: Record<string, unknown>[];
		targets: TargetView[];
		moves: MoveView[];
	}
	interface OperativeView {
		id: string;
		player: string;
		label: string;
		name: string;
		x: number;
		y: number;
		z: number;
		rotation_deg: number;
		base: [number, number];
		head: number;
		state: TrackState;
		sigma_in: number;
		level: string;
		order: Order | null;
		ready: boolean;
		wounds: number | null;
		start_wounds: number | null;
		carrying: string | null;
		outline_px: [number, number][] | null;
		belongs: PoseView | null;
	}
	type Order = "engage" | "conceal";
	interface OwnChoice {
		topic: string;
		label: string;
		message: Record<string, unknown>;
		values: string[];
	}
	interface OwnChoices {
		choices: OwnChoice[];
	}
	interface Paired {
		role: "table" | "screen" | "owner" | "referee" | "player" | "viewer" | "nobody";
		seat: string;
	}
	interface Pairing {
		pin?: string;
		seat?: string;
		token?: string;
		ticket?: string;
	}
	interface PassTurn {
		kind: "pass_turn";
		player: string;
	}
	interface PlaceEquipment {
		kind: "place_equipment";
		player: string;
		item: string;
		x?: number | null;
		y?: number | null;
		z?: number | null;
	}
	interface PlaceMarker {
		kind: "place_marker";
		marker?: string | null;
		what?: string;
		owner?: string | null;
		x: number;
		y: number;
		z?: number | null;
	}
	interface PlayOn {
		kind: "play_on";
		game: number;
		sequence: number;
	}
	type PloyTime = "strategy" | "firefight" | "any";
	interface PloyView {
		player: string;
		name: string;
		when: PloyTime;
		cost: number;
		text: string;
		why: string;
		message: Record<string, unknown> | null;
	}
	interface PointsView {
		turning_point: number;
		name: string;
		op: string;
		vp: number;
		why: string;
	}
	interface PoseView {
		x: number;
		y: number;
		z: number;
		rotation_deg: number;
		outline_px: [number, number][] | null;
	}
	interface Problem {
		type: string;
		title: string;
		status: number;
		detail: string;
		message: Record<string, unknown>;
	}
	interface PromptChoiceView {
		key: string;
		label: string;
		says: string;
		whose: string;
		message: Record<string, unknown> | null;
		effect: Record<string, unknown> | null;
	}
	interface PromptView {
		id: string;
		topic: Topic;
		about: string;
		owner: string;
		question: string;
		choices: PromptChoiceView[];
		default: string | null;
		dice: number;
		grades: Grade[];
		picks: number;
		message: Record<string, unknown> | null;
	}
	interface ReachOutlineView {
		z: number;
		points: [number, number][];
	}
	interface ReachView {
		action: string;
		sentence: string;
		message: Record<string, unknown> | null;
		areas: ReachOutlineView[];
		outer: boolean;
	}
	interface React {
		kind: "react";
		operative: string;
		free?: boolean;
	}
	interface ReactionView {
		player: string;
		operative: string;
		reaction: string;
		why: string;
		message: Record<string, unknown> | null;
	}
	interface ReadView {
		prompt: string;
		key: string;
		dice: LyingDieView[];
		why: string;
		message: Record<string, unknown> | null;
	}
	interface RecordedGames {
		games: RecordedView[];
	}
	interface RecordedView {
		number: number;
		edition: string;
		title: string;
		begun: string;
		players: string[];
		running: boolean;
		problem: string | null;
		message: Record<string, unknown> | null;
	}
	interface Recording {
		game: RecordedView;
		marks: MarkView[];
		points: PointsView[];
	}
	interface Redo {
		kind: "redo";
	}
	interface RemoveMarker {
		kind: "remove_marker";
		marker: string;
		why?: string;
	}
	interface RemoveOperative {
		kind: "remove_operative";
		operative: string;
		why?: string;
	}
	interface RequestView {
		id: string;
		kind: string;
		by: string;
		asked: string;
		to: string;
		sentence: string;
		message: Record<string, unknown> | null;
		screen: boolean;
	}
	interface RequestedRule {
		owner: string;
		name: string;
	}
	interface Reveal {
		kind: "reveal";
		player: string;
		topic: string;
	}
	interface Revive {
		kind: "revive";
		operative: string;
		wounds: number;
		x?: number | null;
		y?: number | null;
		z?: number;
		rotation_deg?: number;
	}
	type Role = "measure" | "limit" | "clear_line" | "blocked_line" | "eye" | "blocker" | "cover" | "obscured" | "path" | "breach";
	interface RulingView {
		id: string;
		sequence: number;
		claim: string;
		verdict: Verdict;
		p_yes: number;
		sentence: string;
		message: Record<string, unknown> | null;
		claim_message: Record<string, unknown> | null;
		figures: string;
		figures_message: Record<string, unknown> | null;
		findings: FindingView[];
		notes: string[];
		note_messages: Record<string, unknown>[];
		taken_back: boolean;
		declined: boolean;
		clip: number;
		settling: SettlingView | null;
		causes: CauseView[];
		tail_message: Record<string, unknown> | null;
		tail: string;
	}
	interface RunClock {
		kind: "clock";
		do: "start" | "stop" | "reset" | "settle";
		off_s?: number;
	}
	interface RundownView {
		revision: number;
		on: CardView[];
		queue: CardView[];
		held: boolean;
		pinned: boolean;
	}
	interface Score {
		kind: "score";
		player: string;
		vp: number;
		op: string;
		why?: string;
	}
	interface ScoringView {
		turning_point: number;
		held: HeldView[];
		ops: OpView[];
	}
	interface Seal {
		kind: "seal";
		player: string;
		topic: string;
		value: string;
	}
	interface SeatOpView {
		op: string;
		label: string;
		vp: number;
		message: Record<string, unknown> | null;
	}
	interface SeatView {
		player: string;
		name: string;
		team: string;
		colour: string;
		cp: number;
		vp: number;
		edge: "" | "left" | "right" | "far" | "near";
		ops: SeatOpView[];
		ink: string;
	}
	interface Seated {
		role: "table" | "screen" | "owner" | "referee" | "player" | "viewer" | "nobody";
		seat: string;
		taken: string[];
		owner: boolean;
	}
	interface SecretOptionView {
		name: string;
		text: string;
	}
	interface SecretView {
		player: string;
		topic: string;
		label: string;
		message: Record<string, unknown> | null;
		chosen: boolean;
		options: SecretOptionView[];
	}
	interface SetUpAgain {
		kind: "set_up_again";
		operative: string;
		x?: number | null;
		y?: number | null;
		z?: number;
		rotation_deg?: number;
	}
	interface SettlingView {
		sentence: string;
		message: Record<string, unknown> | null;
		at: [number, number, number] | null;
	}
	type Severity = "info" | "caution" | "trouble";
	interface Sign {
		kind: "sign";
		player: string;
	}
	interface Snapshot {
		version: 1;
		revision: number;
		table: TableView;
		game: GameView;
		prompts: PromptView[];
		rulings: RulingView[];
		ghosts: GhostView[];
		moving: MovingView[];
		notices: NoticeView[];
		health: HealthView[];
		camera: CameraView;
		offers: OffersView[];
		menu: MenuView[];
		tray: TrayView[];
		clock: ClockView;
		combat: CombatView[];
		scoring: ScoringView[];
		falls: KeptFallView[];
		requests: RequestView[];
		phones: string[];
	}
	interface StrokeView {
		role: Role;
		points: [number, number, number][];
		closed: boolean;
		label: string;
		points_px: [number, number][] | null;
	}
	interface SubmitRequest {
		intent: Act | Activate | Answer | Challenge | ChooseEquipment | DeclareDamage | DeclarePlace | DeclareStat | DeclareStatus | Deploy | DropMarker | EndActivation | EndBattle | EndStage | PassTurn | PlaceEquipment | PlaceMarker | React | Redo | RemoveMarker | RemoveOperative | Reveal | Revive | Score | Seal | SetUpAgain | Trigger | Undo | UsePloy | Begin | PlayOn | Sign | RunClock | AskPlayer | AnswerRequest | WithdrawRequest;
		player?: string;
	}
	interface TableView {
		board: BoardView;
		operatives: OperativeView[];
		terrain: TerrainView[];
		markers: MarkerView[];
		flags: FlagsView;
	}
	interface TargetView {
		operative: string;
		weapon: string;
		verdict: Verdict;
		sentence: string;
		message: Record<string, unknown> | null;
		cover: Verdict;
		obscured: Verdict;
		odds: string;
		odds_message: Record<string, unknown> | null;
		chance: number | null;
		facts_message: Record<string, unknown> | null;
		facts: string;
		witness: StrokeView[];
		sentence_prose: (string | LengthView)[];
	}
	interface TerrainView {
		id: string;
		feature: string;
		outline: [number, number][];
		bottom: number;
		top: number;
		traits: string[];
		see_through: boolean;
		state: string | null;
		label_at: [number, number];
		outline_px: [number, number][] | null;
	}
	type Topic = "action" | "activation" | "challenge" | "dice" | "drop" | "equipment" | "initiative" | "interrupt" | "last_action" | "proposal" | "reaction" | "roll_off" | "rule_order" | "scouting" | "smoke" | "tac_op" | "test" | "turn" | "turning_point_end";
	type TrackState = "seen" | "moving" | "covered" | "lifted" | "gone" | "declared";
	interface TrayView {
		phase: "empty" | "rolling" | "hand" | "settled";
		fault: string;
		message: Record<string, unknown> | null;
		roll: string | null;
		reads: ReadView[];
	}
	interface Trigger {
		kind: "trigger";
		rules: RequestedRule[];
	}
	interface Undo {
		kind: "undo";
	}
	type Until = "end of its next activation" | "end of its current or next activation" | "end of the turning point" | "end of the battle";
	interface UsePloy {
		kind: "use_ploy";
		player: string;
		cost?: number | null;
		name: string;
	}
	type Verdict = "YES" | "NO" | "TOO_CLOSE";
	interface WeaponView {
		name: string;
		kind: string;
		attacks: number;
		hit: string;
		damage: string;
		rules: string[];
		rules_prose: ((string | LengthView)[])[];
	}
	interface WithdrawRequest {
		kind: "withdraw_request";
	}
}

declare namespace SetupApi {
	interface Ask {
		kind: "ask";
		operative: string;
	}
	interface AskView {
		operative: string;
		sentence: string;
		candidates: number[];
		message: Record<string, unknown> | null;
	}
	interface Asked {
		wish: TeamFile | TeamExample | TeamTyped | TeamGone | TagsFor | Remap | BaseSize | Ask | Match | Unmatch | DrawPiece | PickPiece | TurnPiece | EditPiece | PieceGone | PieceOwner | KeepPiece | LibraryFile | PickMission | MissionFile | EditMission | SwapSides | DeclareMarker | MarkerGone | Go | TakeBack | StartAfresh | TakeAgain | BeginAnew | Start | Put | TakeOff;
	}
	interface BaseSize {
		kind: "base_size";
		operative: string;
		long_mm: number;
		short_mm?: number | null;
	}
	interface BaseView {
		operative: string;
		label: string;
		name: string;
		kind: string;
		base_mm: [number, number];
		guessed: boolean;
		tag: number | null;
		tab: TabView;
		matched: boolean;
		seen: boolean;
		px_per_module: number | null;
		sight: HealthState | null;
	}
	interface BeforeView {
		name: string;
		sentence: string;
		moved: LineView[];
		message: Record<string, unknown> | null;
	}
	interface BeginAnew {
		kind: "begin_anew";
	}
	interface BoardView {
		width: number;
		depth: number;
		outline_px: [number, number][] | null;
	}
	interface BoxView {
		thing: string;
		name: string;
		on_table: boolean;
	}
	interface CameraView {
		id: string;
		size_px: [number, number] | null;
		view_px: [number, number, number, number] | null;
		fps: number | null;
		latency_ms: number | null;
		state: HealthState;
	}
	interface CauseView {
		cause: string;
		thing: string;
		share: number;
		sigma: number;
		sentence: string;
		message: Record<string, unknown> | null;
	}
	interface CheckView {
		what: string;
		state: HealthState;
		sentence: string;
		step: Step | null;
		message: Record<string, unknown> | null;
		what_message: Record<string, unknown> | null;
	}
	interface ClashView {
		tag: number;
		who: string[];
		sentence: string;
		message: Record<string, unknown>;
	}
	interface DeclareMarker {
		kind: "declare_marker";
		id?: string | null;
		what: string;
		x: number;
		y: number;
		diameter_mm?: number;
		owner?: "p1" | "p2" | null;
	}
	interface DrawPiece {
		kind: "draw_piece";
		id?: string | null;
		name: string;
		corners_px: [number, number][];
		top: number;
		traits?: string[];
		vantage?: boolean;
	}
	interface EditMission {
		kind: "edit_mission";
		data: Record<string, unknown>;
	}
	interface EditPiece {
		kind: "edit_piece";
		id: string;
		name: string;
		parts: PartShape[];
	}
	interface FindingView {
		rule: string;
		means: string;
		message: Record<string, unknown> | null;
		figures: string;
		figures_message: Record<string, unknown> | null;
		measured: number | null;
		required: number | null;
		margin: number | null;
		sigma: number;
		holds: boolean;
		verdict: Verdict;
		witness: StrokeView[];
		things: string[];
		causes: CauseView[];
	}
	interface FlagsView {
		hand_in_view: boolean;
		settled: boolean;
		camera_moved: boolean;
		board_lost: boolean;
	}
	interface Go {
		kind: "go";
		step: Step;
	}
	type HealthState = "ok" | "trouble" | "lost";
	interface ItemView {
		item: string;
		side: string;
		outline: [number, number][];
	}
	interface KeepPiece {
		kind: "keep_piece";
		id: string;
	}
	interface LibraryFile {
		kind: "library_file";
		source: string;
		text: string;
	}
	interface LibraryView {
		id: string;
		name: string;
		own: boolean;
		pieces: ShelfPieceView[];
	}
	interface LineView {
		change: "moved" | "missing" | "new";
		sentence: string;
		message: Record<string, unknown> | null;
	}
	interface MarkerGone {
		kind: "marker_gone";
		id: string;
	}
	interface MarkerView {
		id: string;
		kind: string;
		label: string;
		x: number;
		y: number;
		z: number;
		diameter: number;
		spread: number;
		carried_by: string | null;
		declared: boolean;
		holder: string | null;
		says: string;
		says_message: Record<string, unknown> | null;
		outline_px: [number, number][] | null;
	}
	interface Match {
		kind: "match";
		operative: string;
		tag: number;
	}
	interface MissionFile {
		kind: "mission_file";
		source: string;
		text: string;
	}
	interface MissionView {
		name: string;
		killzone: string;
		sides: SideView[];
		objectives: SpotView[];
		markers: SpotView[];
		items: ItemView[];
		data: Record<string, unknown>;
	}
	interface NamedView {
		id: string;
		name: string;
	}
	interface OperativeView {
		id: string;
		player: string;
		label: string;
		name: string;
		x: number;
		y: number;
		z: number;
		rotation_deg: number;
		base: [number, number];
		head: number;
		state: TrackState;
		sigma_in: number;
		level: string;
		order: Order | null;
		ready: boolean;
		wounds: number | null;
		start_wounds: number | null;
		carrying: string | null;
		outline_px: [number, number][] | null;
		belongs: PoseView | null;
	}
	type Order = "engage" | "conceal";
	interface OutlineView {
		corners_px: [number, number][];
		top: number;
		height_known: boolean;
		sentence: string;
		message: Record<string, unknown> | null;
	}
	interface PartShape {
		id: string;
		outline: [number, number][];
		bottom: number;
		top: number;
		traits?: string[];
		vantage?: boolean;
		see_through?: boolean;
		role?: string;
	}
	interface PartView {
		id: string;
		outline: [number, number][];
		bottom: number;
		top: number;
		traits: string[];
		vantage: boolean;
		see_through: boolean;
		role: string;
	}
	interface PickMission {
		kind: "pick_mission";
		name: string;
	}
	interface PickPiece {
		kind: "pick_piece";
		library: string;
		piece: string;
		corners_px?: [number, number][];
	}
	interface PieceGone {
		kind: "piece_gone";
		id: string;
	}
	interface PieceOwner {
		kind: "piece_owner";
		id: string;
		owner?: "p1" | "p2" | null;
	}
	interface PieceView {
		id: string;
		name: string;
		tags: number[];
		seen: number[];
		top: number;
		traits: string[];
		parts: PartView[];
		outline_px: [number, number][] | null;
		equipment: string;
		owner: string;
	}
	interface PoseView {
		x: number;
		y: number;
		z: number;
		rotation_deg: number;
		outline_px: [number, number][] | null;
	}
	interface Put {
		kind: "put";
		thing: string;
		x?: number | null;
		y?: number | null;
		rotation_deg?: number;
	}
	interface Remap {
		kind: "remap";
		player: "p1" | "p2";
	}
	type Role = "measure" | "limit" | "clear_line" | "blocked_line" | "eye" | "blocker" | "cover" | "obscured" | "path" | "breach";
	interface RulingView {
		id: string;
		sequence: number;
		claim: string;
		verdict: Verdict;
		p_yes: number;
		sentence: string;
		message: Record<string, unknown> | null;
		claim_message: Record<string, unknown> | null;
		figures: string;
		figures_message: Record<string, unknown> | null;
		findings: FindingView[];
		notes: string[];
		note_messages: Record<string, unknown>[];
		taken_back: boolean;
		declined: boolean;
		clip: number;
		settling: SettlingView | null;
		causes: CauseView[];
		tail_message: Record<string, unknown> | null;
		tail: string;
	}
	interface SettlingView {
		sentence: string;
		message: Record<string, unknown> | null;
		at: [number, number, number] | null;
	}
	interface SetupView {
		version: 1;
		revision: number;
		step: Step;
		steps: StepView[];
		teams: TeamView[];
		edition: string;
		ask: AskView | null;
		clashes: ClashView[];
		sizes: SizeView[];
		tags: TagView[];
		pieces: PieceView[];
		mission: MissionView | null;
		missions: NamedView[];
		rosters: string[];
		declared: SpotView[];
		faults: RulingView[];
		checks: CheckView[];
		can_start: boolean;
		game: string;
		undo: string;
		undo_message: Record<string, unknown> | null;
		before: BeforeView | null;
		box: BoxView[];
		simulated: boolean;
		traits: string[];
		roles: string[];
		part_kinds: PartView[];
		marker_kinds: string[];
		table: TableView;
		camera: CameraView;
	}
	interface ShelfPieceView {
		library: string;
		piece: string;
		name: string;
		top: number;
		traits: string[];
		parts: PartView[];
		tags: number[];
	}
	interface SideView {
		id: string;
		name: string;
		player: string;
		colour: string;
		drop_zone: [number, number][];
		territory: [number, number][];
	}
	interface SizeView {
		tag_mm: number;
		px_per_module: number | null;
		sight: HealthState;
	}
	interface SpotView {
		id: string;
		kind: string;
		x: number;
		y: number;
		diameter_mm: number;
		declared: boolean;
		seen: boolean;
		equipment: boolean;
		owner: string;
	}
	interface Start {
		kind: "start";
	}
	interface StartAfresh {
		kind: "start_afresh";
	}
	type Step = "teams" | "tags" | "terrain" | "mission" | "markers" | "ready";
	interface StepView {
		id: Step;
		name: string;
		done: boolean;
		told: string;
		message: Record<string, unknown> | null;
		name_message: Record<string, unknown> | null;
	}
	interface StrokeView {
		role: Role;
		points: [number, number, number][];
		closed: boolean;
		label: string;
		points_px: [number, number][] | null;
	}
	interface SwapSides {
		kind: "swap_sides";
	}
	interface TabView {
		mount: string;
		offset_mm: [number, number];
		tag_mm: number;
		outline_mm: [number, number][];
	}
	interface TableView {
		board: BoardView;
		operatives: OperativeView[];
		terrain: TerrainView[];
		markers: MarkerView[];
		flags: FlagsView;
	}
	interface TagView {
		id: number;
		corners_px: [[number, number], [number, number], [number, number], [number, number]];
		px_per_module: number;
		whose: "board" | "base" | "terrain" | "marker" | "new";
		label: string;
	}
	interface TagsFor {
		kind: "tags_for";
		player: "p1" | "p2";
		first: number;
		tag_mm: number;
	}
	interface TakeAgain {
		kind: "take_again";
		name: string;
	}
	interface TakeBack {
		kind: "take_back";
	}
	interface TakeOff {
		kind: "take_off";
		thing: string;
	}
	interface TeamExample {
		kind: "team_example";
		player: "p1" | "p2";
		name: string;
	}
	interface TeamFile {
		kind: "team_file";
		player: "p1" | "p2";
		source: string;
		text: string;
	}
	interface TeamGone {
		kind: "team_gone";
		player: "p1" | "p2";
	}
	interface TeamTyped {
		kind: "team_typed";
		player: "p1" | "p2";
		name: string;
		bases: TypedBase[];
	}
	interface TeamView {
		player: string;
		seat: string;
		name: string;
		source: string;
		edition: string;
		colour: string;
		first_tag: number;
		last_tag: number;
		tag_mm: number;
		bases: BaseView[];
		notes: string[];
		note_messages: Record<string, unknown>[];
		advice: string;
		message: Record<string, unknown> | null;
		better_mm: number | null;
		ink: string;
	}
	interface TerrainView {
		id: string;
		feature: string;
		outline: [number, number][];
		bottom: number;
		top: number;
		traits: string[];
		see_through: boolean;
		state: string | null;
		label_at: [number, number];
		outline_px: [number, number][] | null;
	}
	type TrackState = "seen" | "moving" | "covered" | "lifted" | "gone" | "declared";
	interface TurnPiece {
		kind: "turn_piece";
		id: string;
	}
	interface TypedBase {
		name: string;
		base_mm: number;
		short_mm?: number | null;
	}
	interface Unmatch {
		kind: "unmatch";
		operative: string;
	}
	type Verdict = "YES" | "NO" | "TOO_CLOSE";
}

declare namespace LensApi {
	interface TakenViewView {
		name: string;
		rms_px: number | null;
		tilt_deg: number;
		lean: string;
		blur_px: number;
		bad: boolean;
	}
	interface WizardView {
		version: number;
		camera: string;
		mode: string;
		size_px: [number, number];
		picture: number;
		corners_px: [number, number][];
		grid: [number, number];
		cells: [number, number][];
		cells_so_far: string;
		leans: Record<string, number>;
		leans_wanted: number;
		ways: string[];
		blur_px: number | null;
		blur_limit_px: number;
		tilt_deg: number | null;
		lean: string | null;
		still: boolean;
		advice: string;
		views: TakenViewView[];
		views_so_far: string;
		so_far: string;
		enough: boolean;
		problem: string | null;
		saved: string | null;
		message: Record<string, unknown> | null;
		cells_so_far_message: Record<string, unknown> | null;
		way_messages: Record<string, unknown>[];
		advice_message: Record<string, unknown> | null;
		views_so_far_message: Record<string, unknown> | null;
		so_far_message: Record<string, unknown> | null;
		saved_message: Record<string, unknown> | null;
	}
}

declare namespace FirstApi {
	interface Again {
		kind: "again";
	}
	interface AskedFirst {
		wish: Choose | Turn | Ruler | KitBoard | DropView | FindLens | TakePlace | DropPlace | Certify | Finish | Again;
	}
	interface BoardFoundView {
		line: string;
		tags: SeenTagView[];
		message: Record<string, unknown> | null;
	}
	interface CameraChoiceView {
		source: string;
		name: string;
		chosen: boolean;
	}
	interface Certify {
		kind: "certify";
	}
	interface Choose {
		kind: "choose";
		source: string;
		size_px?: [number, number] | null;
	}
	interface DropPlace {
		kind: "drop_place";
		number: number;
	}
	interface DropView {
		kind: "drop_view";
		name: string;
	}
	interface FindLens {
		kind: "find_lens";
	}
	interface Finish {
		kind: "finish";
	}
	interface FirstRunStepView {
		name: FirstStep;
		title: string;
		done: boolean;
		line: string;
		message: Record<string, unknown> | null;
	}
	interface FirstRunView {
		version: 1;
		step: FirstStep;
		steps: FirstRunStepView[];
		lacks: LackView[];
		cameras: CameraChoiceView[];
		camera: string;
		camera_state: HealthState;
		camera_line: string;
		size_px: [number, number];
		wanted_px: [number, number];
		picture: number;
		verdicts: VerdictView[];
		lens: WizardView | null;
		board: BoardFoundView | null;
		board_problem: string;
		places: PlaceView[];
		places_wanted: number;
		certificate: string;
		ruler_mm: number;
		plate_mm: number;
		kit_board: boolean;
		ready: boolean;
		playing: boolean;
		camera_line_message: Record<string, unknown> | null;
		board_problem_message: Record<string, unknown> | null;
		certificate_message: Record<string, unknown> | null;
	}
	type FirstStep = "camera" | "picture" | "print" | "lens" | "board" | "verify";
	type HealthState = "ok" | "trouble" | "lost";
	interface KitBoard {
		kind: "kit_board";
	}
	interface LackView {
		part: string;
		sentence: string;
		step: FirstStep | null;
		message: Record<string, unknown> | null;
	}
	interface PlaceView {
		number: number;
		line: string;
		x: number;
		y: number;
		message: Record<string, unknown> | null;
	}
	interface Ruler {
		kind: "ruler";
		ruler_mm: number;
		plate_mm?: number;
	}
	interface SeenTagView {
		id: number;
		corners_px: [number, number][];
		miss_px: [number, number];
		left_out: boolean;
	}
	interface TakePlace {
		kind: "take_place";
	}
	interface TakenViewView {
		name: string;
		rms_px: number | null;
		tilt_deg: number;
		lean: string;
		blur_px: number;
		bad: boolean;
	}
	interface Turn {
		kind: "turn";
		step: FirstStep;
		done?: boolean;
	}
	interface VerdictView {
		part: string;
		state: HealthState;
		sentence: string;
		mend: string;
		message: Record<string, unknown> | null;
		remedy: Record<string, unknown> | null;
	}
	interface WizardView {
		version: number;
		camera: string;
		mode: string;
		size_px: [number, number];
		picture: number;
		corners_px: [number, number][];
		grid: [number, number];
		cells: [number, number][];
		cells_so_far: string;
		leans: Record<string, number>;
		leans_wanted: number;
		ways: string[];
		blur_px: number | null;
		blur_limit_px: number;
		tilt_deg: number | null;
		lean: string | null;
		still: boolean;
		advice: string;
		views: TakenViewView[];
		views_so_far: string;
		so_far: string;
		enough: boolean;
		problem: string | null;
		saved: string | null;
		message: Record<string, unknown> | null;
		cells_so_far_message: Record<string, unknown> | null;
		way_messages: Record<string, unknown>[];
		advice_message: Record<string, unknown> | null;
		views_so_far_message: Record<string, unknown> | null;
		so_far_message: Record<string, unknown> | null;
		saved_message: Record<string, unknown> | null;
	}
}

declare namespace MachineApi {
	interface AskPower {
		kind: "power";
		what: PowerWish;
	}
	interface AskedMachine {
		wish: ChangeSettings | MakeCopy | BuildAnew | BringCopy | DropCopy | PlaceCopy | AskPower;
	}
	interface BringCopy {
		kind: "bring";
		name: string;
		size_bytes: number;
	}
	type BringState = "none" | "coming" | "checking" | "ready" | "placing";
	interface BuildAnew {
		kind: "anew";
	}
	interface ChangeSettings {
		kind: "settings";
		changes: SettingChange[];
	}
	type CopyState = "none" | "writing" | "ready";
	interface CopyView {
		state: CopyState;
		line: string;
		message: Record<string, unknown> | null;
		name: string;
	}
	interface DropCopy {
		kind: "drop";
	}
	type HealthState = "ok" | "trouble" | "lost";
	interface HealthView {
		part: string;
		state: HealthState;
		sentence: string;
		message: Record<string, unknown> | null;
	}
	interface MachineView {
		program: string;
		system: string;
		running_s: number;
		addresses: string[];
		parts: HealthView[];
		lines: string[];
		sections: SettingsSection[];
		copy_made: CopyView;
		restoring: RestoreView;
		powers: PowerView[];
		playing: boolean;
		notice: string;
		message: Record<string, unknown> | null;
	}
	interface MakeCopy {
		kind: "backup";
	}
	interface PlaceCopy {
		kind: "place";
		number: number;
	}
	interface PowerView {
		wish: PowerWish;
		why_not: string;
		message: Record<string, unknown> | null;
	}
	type PowerWish = "stop" | "restart" | "reboot" | "shut_down";
	interface RestoreView {
		state: BringState;
		line: string;
		message: Record<string, unknown> | null;
		number: number;
		name: string;
		size_bytes: number;
		come_bytes: number;
		program: string;
		made: string | null;
		files: number;
		games: number;
		unpacked_bytes: number;
		games_here: number;
	}
	interface SettingChange {
		name: string;
		value?: boolean | number | string | string[] | Record<string, string> | null;
		as_in_file?: boolean;
	}
	type SettingKind = "switch" | "number" | "text" | "secret" | "choice" | "list" | "names";
	interface SettingView {
		name: string;
		description: string;
		kind: SettingKind;
		choices: string[];
		least: number | null;
		most: number | null;
		value: boolean | number | string | string[] | Record<string, string> | null;
		in_file: boolean | number | string | string[] | Record<string, string> | null;
		changed: boolean;
		locked: string;
		description_message: Record<string, unknown> | null;
		locked_message: Record<string, unknown> | null;
	}
	interface SettingsSection {
		name: string;
		title: string;
		settings: SettingView[];
		message: Record<string, unknown> | null;
	}
}

declare namespace UpdateApi {
	interface AskedUpdate {
		wish: BringRelease | FetchRelease | DropRelease | TakeRelease | GoBack;
	}
	interface BringRelease {
		kind: "bring";
		name: string;
		size_bytes: number;
	}
	type BringState = "none" | "coming" | "checking" | "ready" | "placing";
	interface ChangeView {
		version: string;
		text: string;
	}
	interface DropRelease {
		kind: "drop";
	}
	interface FetchRelease {
		kind: "fetch";
	}
	interface GoBack {
		kind: "back";
	}
	interface TakeRelease {
		kind: "take";
		number: number;
	}
	interface UpdateView {
		state: BringState;
		line: string;
		message: Record<string, unknown> | null;
		number: number;
		name: string;
		size_bytes: number;
		come_bytes: number;
		plays: string;
		before: string;
		version: string;
		changes: ChangeView[];
		at_work: boolean;
		said: string;
		why_not: string;
		why_not_message: Record<string, unknown> | null;
		no_index: string;
		no_index_message: Record<string, unknown> | null;
		playing: boolean;
	}
}

declare namespace JudgeApi {
	interface AskedJudge {
		do: "call" | "withdraw";
		words?: string;
	}
	interface JudgeView {
		state: "none" | "kept" | "waiting" | "coming" | "answered";
		sentence: string;
		message: Record<string, unknown> | null;
		by: string;
		since: string | null;
		words: string;
		answer: string;
		why_not: string;
		why_not_message: Record<string, unknown> | null;
		may_withdraw: boolean;
	}
}

declare namespace LobbyApi {
	interface AskedLobby {
		wish: LobbyWish;
	}
	interface LobbyView {
		runs: "demonstration" | "simulated" | "camera";
		wishes: LobbyWish[];
		kept: string;
		laying: string;
		message: Record<string, unknown> | null;
		opened: number;
	}
	type LobbyWish = "watch" | "play" | "set_up" | "continue" | "camera";
}
