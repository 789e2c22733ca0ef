// One setting as a field of a form: a switch, a number, a word, a choice, a list, names with what they stand for.

import { h } from "../shared/dom.js";

/** @typedef {MachineApi.SettingView} Setting */
/** @typedef {MachineApi.SettingChange["value"]} Value */

/** @param {Value} value */
export const written = (value) => {
	if (Array.isArray(value)) return value.join(", ");
	if (value && typeof value === "object")
		return Object.entries(value)
			.map(([name, said]) => `${name} = ${said}`)
			.join("\n");
	return value === null || value === undefined ? "" : String(value);
};

/** @param {string} words @returns {Record<string, string>} */
function names(words) {
	const lines = words.split("\n").filter((line) => line.trim());
	return Object.fromEntries(lines.map((line) => line.split("=", 2).map((part) => part.trim())));
}

/** @param {string} words */
const list = (words) =>
	words
		.split(",")
		.map((word) => word.trim())
		.filter(Boolean);

/** @param {Setting} setting @returns {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */
function input({ kind, value, choices = [], least, most }) {
	switch (kind) {
		case "switch":
			return h("input", { type: "checkbox", checked: value === true });
		case "number":
			return h("input", { type: "number", step: "any", min: least, max: most, value: written(value) });
		case "choice":
			return h("select", ...choices.map((one) => h("option", { selected: one === value }, one)));
		case "names":
			return h("textarea", { rows: 3, placeholder: "name = what it is" }, written(value));
		case "secret":
			return h("input", { type: "password", autocomplete: "off", placeholder: value ? "there is one" : "none" });
		default:
			return h("input", { type: "text", value: written(value) });
	}
}

/** @param {Setting} setting @param {ReturnType<typeof input>} from @returns {Value} */
function read({ kind }, from) {
	if (kind === "switch") return /** @type {HTMLInputElement} */ (from).checked;
	if (kind === "number") return from.value === "" ? null : Number(from.value);
	if (kind === "list") return list(from.value);
	return kind === "names" ? names(from.value) : from.value;
}

/** @param {Setting} setting */
const inFile = ({ kind, in_file: said }) => (kind === "secret" ? (said ? "one" : "none") : written(said) || "nothing");

/**
 * Return a setting's field; `note(change, setting)` is called with each change.
 * @param {Setting} setting
 * @param {(change: MachineApi.SettingChange, setting: Setting) => void} note
 */
export function field(setting, note) {
	const { name, description, locked, changed } = setting;
	const id = `set-${name.replace(".", "-")}`;
	const from = input(setting);
	from.id = id;
	from.disabled = Boolean(locked);
	from.setAttribute("aria-describedby", `${id}-does`);
	from.addEventListener("input", () => note({ name, value: read(setting, from), as_in_file: false }, setting));
	const back = () => note({ name, value: null, as_in_file: true }, setting);
	return h(
		"div.field",
		h("label", { for: id }, name.split(".")[1].replaceAll("_", " ")),
		from,
		h("p", { id: `${id}-does` }, locked ? `${description}. ${locked}` : description),
		changed &&
			h("p.changed", `Set here; the file says: ${inFile(setting)}. `, h("button", { onclick: back }, "As in the file")),
	);
}
