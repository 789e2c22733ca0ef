// The tray's calibration: each button asks for one step, and the page that comes of it is shown.

const said = document.querySelector("p");
for (const one of document.querySelectorAll("button"))
	one.onclick = async () => {
		const done = await fetch(one.value, { method: "POST" });
		if (done.redirected) location.href = done.url;
		else if (said) said.textContent = (await done.json()).detail;
	};
