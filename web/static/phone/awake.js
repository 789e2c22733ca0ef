// Keeps a player's phone from going dark between two questions. Browsers allow it on encrypted pages alone.

const hold = async () => {
	if (document.visibilityState !== "visible") return;
	try {
		await navigator.wakeLock.request("screen");
	} catch {
		// A phone that saves power refuses; it goes dark as it would without us.
	}
};

if ("wakeLock" in navigator) {
	document.addEventListener("visibilitychange", hold);
	void hold();
}
