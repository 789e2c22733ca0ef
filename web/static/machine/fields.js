// One setting as a field of a form: a switch, a number, a word, a choice, a list, names with what they stand for.

import { say } from "../shared/say.js";
import { h } from "../shared/view.js";

/** @typedef {MachineApi.SettingView} Setting */
/** @typedef {MachineApi.SettingChange["value"]} Value */
/** What was typed and not yet applied: text, the state of a switch, or null for the settings file's value. */
/** @typedef {MachineState["typed"][string]} Typed */

/** @param {Value} value */
const written = (value) => {
	if (Array.isArray(value)) return value.join(", ");
	if (value && typeof value === "object")
		return Object.entries(value)
			.map(([name, meaning]) => `${name} = ${meaning}`)
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

/** @param {Setting} setting @param {string | boolean} typed @returns {Value} */
function read({ kind }, typed) {
	if (typeof typed === "boolean") return typed;
	if (kind === "number") return typed === "" ? null : Number(typed);
	if (kind === "list") return list(typed);
	return kind === "names" ? names(typed) : typed;
}

/**
 * Return the changes that were typed, in the order of the sections.
 * @param {MachineApi.SettingsSection[]} sections
 * @param {Record<string, Typed>} typed
 * @returns {MachineApi.SettingChange[]}
 */
export function changesIn(sections, typed) {
	/** @type {MachineApi.SettingChange[]} */
	const changes = [];
	for (const setting of sections.flatMap(({ settings }) => settings)) {
		const { name } = setting;
		const one = typed[name];
		if (one === undefined) continue;
		const value = one === null ? null : read(setting, one);
		if (one === null || written(value) !== written(setting.value))
			changes.push({ name, value, as_in_file: one === null });
	}
	return changes;
}

/** @param {Setting} setting */
function inFile({ kind, in_file: value }) {
	if (kind === "secret") return say(value ? "machine-secret-set" : "machine-secret-none");
	return written(value) || say("machine-value-none");
}

/**
 * The input of a setting, with the text that was typed or the value that holds.
 * @param {{ setting: Setting, typed: Typed | undefined, props: Record<string, unknown> }} _
 */
function Input({ setting: { kind, value, in_file, choices = [], least, most }, typed, props }) {
	const text = typed ?? written(typed === null ? in_file : value);
	switch (kind) {
		case "switch":
			return h("input", { ...props, type: "checkbox", checked: text === true || text === "true" });
		case "number":
			return h("input", { ...props, type: "number", step: "any", min: least, max: most, value: text });
		case "choice":
			return h(
				"select",
				{ ...props, value: text },
				choices.map((one) => h("option", { value: one }, one)),
			);
		case "names":
			return h("textarea", { ...props, rows: 3, placeholder: say("machine-names-example"), value: text });
		case "secret":
			return h("input", {
				...props,
				...{ type: "password", autocomplete: "off", value: typed ?? "" },
				placeholder: say(value ? "machine-secret-set" : "machine-secret-none"),
			});
		default:
			return h("input", { ...props, type: "text", value: text });
	}
}

/**
 * A setting with its description; `type(name, typed)` is called with each change.
 * @param {{ setting: Setting, typed: Typed | undefined, type: (name: string, typed: Typed) => void }} props
 */
export function Field({ setting, typed, type }) {
	const { name, description, locked, changed, kind } = setting;
	const id = `set-${name.replace(".", "-")}`;
	/** @param {{ target: HTMLInputElement }} event */
	const oninput = ({ target }) => type(name, kind === "switch" ? target.checked : target.value);
	const props = { id, oninput, disabled: Boolean(locked), "aria-describedby": `${id}-does` };
	return h(
		"div.field",
		h("label", { for: id }, name.split(".")[1].replaceAll("_", " ")),
		h(Input, { setting, typed, props }),
		h("p", { id: `${id}-does` }, locked ? `${description}. ${locked}` : description),
		changed &&
			h(
				"p.changed",
				say("machine-file-value", { value: inFile(setting) }),
				" ",
				h("button", { onclick: () => type(name, null) }, say("machine-use-file")),
			),
	);
}
