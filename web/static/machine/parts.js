// A file brought to the table in parts, each sent again while the line is down.

const PART_BYTES = 1 << 20;
const AGAIN_MS = 1500;
const TRIES = 20;
const LOST = "The rest of the file did not reach the table: nothing was changed. Choose it again.";

/** @param {string} address @param {Blob} body resolves to why a part was not taken, "" when it was */
async function sent(address, body) {
	for (let tried = 0; tried < TRIES; tried += 1) {
		try {
			const headers = { "Content-Type": "application/octet-stream" };
			const answer = await fetch(address, { method: "POST", headers, body });
			return answer.ok ? "" : (await answer.json()).detail;
		} catch {
			await new Promise((done) => setTimeout(done, AGAIN_MS));
		}
	}
	return LOST;
}

/**
 * Send a file below an address for as long as it is `wanted()`; resolves to why it was not taken, "" when it was.
 * @param {File} file
 * @param {string} address
 * @param {() => boolean} wanted
 */
export async function bringFile(file, address, wanted) {
	for (let at = 0; at < file.size && wanted(); at += PART_BYTES) {
		const why = await sent(`${address}/${at}`, file.slice(at, at + PART_BYTES));
		if (why) return wanted() ? why : "";
	}
	return "";
}
