// What a file says, as text.

/**
 * A file's text; of a zip its bytes in base 64.
 * @param {File} file
 */
export async function fileText(file) {
	const bytes = [...new Uint8Array(await file.arrayBuffer())].map((one) => String.fromCharCode(one)).join("");
	return bytes.startsWith("PK") ? `data:application/zip;base64,${btoa(bytes)}` : file.text();
}
