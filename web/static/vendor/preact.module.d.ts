/** A node of a view: an element, a component, or what it draws. */
export interface VNode {
	type: unknown;
	// biome-ignore lint/suspicious/noExplicitAny: the properties of any element or component
	props: any;
	key: unknown;
}

/** Whatever an element or a component may contain; empty values are left out. */
export type View = VNode | string | number | boolean | null | undefined | readonly View[];

// biome-ignore lint/suspicious/noExplicitAny: elements and components of any kind
export function h(type: any, props: any, ...children: View[]): VNode;
export function render(view: View, root: Element): void;
// biome-ignore lint/suspicious/noExplicitAny: as above
export const Fragment: any;
