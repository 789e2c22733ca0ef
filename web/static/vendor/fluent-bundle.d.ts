declare global {
	/** The library's exports: as a classic script it sets a global. */
	// biome-ignore lint/suspicious/noExplicitAny: its types are not vendored
	var FluentBundle: any;
}
export {};
