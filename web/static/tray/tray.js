for (const one of document.querySelectorAll("button"))
	one.onclick = async () => {
		const done = await fetch(one.value, { method: "POST" });
		if (done.redirected) location = done.url;
		else document.querySelector("p").textContent = (await done.json()).detail;
	};
