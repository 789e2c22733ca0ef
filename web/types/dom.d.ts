// What the pages' own small tools of shared/dom.js take and give.

type TagOf<Name extends string> = Name extends `${infer Tag}.${string}` ? Tag : Name;
type MadeOf<Name extends string, Known, Other> = TagOf<Name> extends keyof Known ? Known[TagOf<Name>] : Other;

/** What an element may hold; what is empty is left out. */
type Child = Node | string | number | boolean | null | undefined | readonly Child[];

/** Attributes by name; "on…" are listeners, "--…" properties of its own style, `text` is the element's text. */
interface Props {
	text?: string | number | null;
	onclick?: (event: PointerEvent & { currentTarget: HTMLElement }) => unknown;
	onpointerenter?: (event: PointerEvent) => unknown;
	onpointerleave?: (event: PointerEvent) => unknown;
	onfocus?: (event: FocusEvent) => unknown;
	onblur?: (event: FocusEvent) => unknown;
	onload?: (event: Event) => unknown;
	onerror?: (event: Event) => unknown;
	ontoggle?: (event: Event & { target: HTMLDetailsElement }) => unknown;
	onchange?: (event: Event & { target: HTMLSelectElement }) => unknown;
	[name: string]: string | number | boolean | null | undefined | ((event: never) => unknown);
}

type MakeHtml = <Name extends string>(
	name: Name,
	...inside: (Props | Child)[]
) => MadeOf<Name, HTMLElementTagNameMap, HTMLElement>;
type MakeSvg = <Name extends string>(
	name: Name,
	...inside: (Props | Child)[]
) => MadeOf<Name, SVGElementTagNameMap, SVGElement>;

/** An element that can be styled: HTML's or SVG's. */
type Styled = HTMLElement | SVGElement;

interface Element {
	/** What `keyed` and `renew` know an element by. */
	key?: unknown;
	/** The item that `keyed` last showed in it. */
	item?: unknown;
}
