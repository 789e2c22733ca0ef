// What this device remembers of its own, from visit to visit.

export const keep = {
	/** @param {string} name @param {string} other */
	get: (name, other) => localStorage.getItem(`overlook.${name}`) ?? other,
	/** @param {string} name @param {string} value */
	set: (name, value) => localStorage.setItem(`overlook.${name}`, value),
};
