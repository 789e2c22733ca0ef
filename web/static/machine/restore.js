// Restoring a backup: uploaded in parts, shown once the table has checked it, restored after a second tap.

import { refuse } from "../shared/act.js";
import { decimal, say } from "../shared/say.js";
import { h } from "../shared/view.js";
import { bringFile, Confirm, FileButton, Progress } from "./parts.js";

const MB = 1e6;

/** @param {number} bytes */
const mb = (bytes) => decimal(bytes / MB, bytes < MB ? 2 : 0);

/** @param {MachineTools} tools */
export function Restore({ state, change, want }) {
	if (!state.view) return null;
	const { restoring, playing } = state.view;
	const { state: stage, line, number, name, come_bytes: come, size_bytes: size } = restoring;
	const drop = () => {
		change({ uploading: 0 });
		want({ kind: "drop" });
	};
	/** @param {File} file */
	const bring = async (file) => {
		if (!(await want({ kind: "bring", name: file.name.slice(-120), size_bytes: file.size }))) return;
		const mine = state.view?.restoring.number ?? 0;
		change({ uploading: mine });
		const why = await bringFile(file, `/api/machine/upload/${mine}`, () => state.uploading === mine);
		if (state.uploading !== mine) return;
		if (why) refuse(why);
		change({ uploading: 0 });
	};
	const cancel = h("button", { onclick: drop }, say("upload-cancel"));
	switch (stage) {
		case "none":
			return [
				line && h("p.said", line),
				h("p.row", h(FileButton, { text: say("restore-choose"), label: say("restore-file"), onfile: bring })),
			];
		case "coming":
			return [
				h("p", say("restore-coming", { own: state.uploading === number, file: name, come: mb(come), size: mb(size) })),
				h(Progress, { size, come }),
				h("p.row", cancel),
			];
		case "checking":
			return [h("p", `${name}: ${line}`), h("p.row", cancel)];
		case "placing":
			return h("p", say("restore-placing", { file: name, line }));
		default: {
			const armed = state.armed === `place-${number}`;
			return [
				h(Found, restoring),
				armed
					? h(Confirm, {
							id: "sure",
							warning: say("restore-aside", { games: restoring.games_here, playing: Boolean(playing) }),
							yes: say("restore-sure"),
							onyes: () => want({ kind: "place", number }),
							onno: () => change({ armed: "" }),
						})
					: h(
							"p.row",
							h("button", { id: "place", onclick: () => change({ armed: `place-${number}` }) }, say("restore-place")),
							cancel,
						),
			];
		}
	}
}

/** @param {MachineApi.RestoreView} view */
const Found = ({ name, made, program, games, files, unpacked_bytes: bytes }) => [
	h(
		"p",
		say("restore-found", {
			file: name,
			made: made ? new Date(made).toISOString().slice(0, 16).replace("T", " ") : "",
			program,
			games,
			files,
			size: mb(bytes),
		}),
	),
	h("ul", h("li", say("restore-settings-kept")), h("li", say("restore-pairings-kept"))),
];
