(() => {
	const root = location.origin + "/janus";
	const counts = [];
	const say = async (path, body) =>
		(await fetch(root + path, { method: "POST", body: JSON.stringify({ transaction: Math.random().toString(36), ...body }) })).json();
	async function viewer(number) {
		const session = `/${(await say("", { janus: "create" })).data.id}`;
		const handle = `${session}/${(await say(session, { janus: "attach", plugin: "janus.plugin.streaming" })).data.id}`;
		await say(handle, { janus: "message", body: { request: "watch", id: 1 } });
		let offer = null;
		for (let tries = 0; !offer; tries++) {
			if (tries > 20) throw new Error("Janus offers nothing");
			offer = (await (await fetch(`${root}${session}?maxev=1`)).json()).jsep;
		}
		const pc = new RTCPeerConnection(number ? { encodedInsertableStreams: true } : {});
		counts[number] = 0;
		pc.ontrack = ({ receiver, track }) => {
			if (number) {
				// Counted and not decoded: there are many viewers on this one machine.
				const reader = receiver.createEncodedStreams().readable.getReader();
				const next = () => reader.read().then(({ done }) => done || (counts[number]++, next()));
				next();
				return;
			}
			const video = document.createElement("video");
			Object.assign(video, { muted: true, autoplay: true, srcObject: new MediaStream([track]) });
			video.style.cssText = "position:fixed;inset:0;width:100vw;height:100vh;background:#000";
			document.body.append(video);
			const seen = () => (counts[0]++, video.requestVideoFrameCallback(seen));
			video.requestVideoFrameCallback(seen);
			window.video = video;
		};
		await pc.setRemoteDescription(offer);
		await pc.setLocalDescription(await pc.createAnswer());
		await new Promise((done) => {
			pc.onicegatheringstatechange = () => pc.iceGatheringState === "complete" && done();
			if (pc.iceGatheringState === "complete") done();
			setTimeout(done, 3000);
		});
		await say(handle, { janus: "message", body: { request: "start" }, jsep: pc.localDescription.toJSON() });
		// Shown as it comes: a board is looked at picture by picture, and smooth motion is not worth a buffer.
		await say(handle, { janus: "message", body: { request: "configure", mid: pc.getTransceivers()[0].mid, min_delay: 0, max_delay: 0 } });
		setInterval(() => say(session, { janus: "keepalive" }), 20000);
		return pc;
	}
	window.watch = async (many) => {
		window.peers = [];
		for (let number = 0; number < many; number++) window.peers.push(await viewer(number));
	};
	window.received = () => counts;
	window.states = () => window.peers.map((one) => one.connectionState);
	/** Read the time off the corner of the pictures as they come: how old each was when all of it had come, and on show. */
	window.ages = async (many) => {
		const canvas = new OffscreenCanvas(24 * 24, 24);
		const pencil = canvas.getContext("2d", { willReadFrequently: true });
		const found = [];
		while (found.length < many) {
			const shown = await new Promise((done) => window.video.requestVideoFrameCallback((_, about) => done(about)));
			const now = Date.now();
			const received = performance.timeOrigin + shown.receiveTime;
			const submitted = performance.timeOrigin + shown.presentationTime;
			pencil.drawImage(window.video, 0, 0, 24 * 24, 24, 0, 0, 24 * 24, 24);
			let stamp = 0;
			for (let bit = 0; bit < 24; bit++) stamp += pencil.getImageData(24 * bit + 12, 12, 1, 1).data[0] > 127 ? 2 ** bit : 0;
			const age = (at) => (Math.round(at) - stamp + 2 ** 24) % 2 ** 24;
			found.push({ received: age(received), submitted: age(submitted), shown: age(now) });
		}
		return found;
	};
	/** Return how long pictures since `before` were in Chromium's own buffer and decoder, milliseconds each. */
	window.buffered = async (before) => {
		const told = [...(await window.peers[0].getStats()).values()].find((one) => one.type === "inbound-rtp");
		if (!told) return { told: {}, buffer: Number.NaN, decoder: Number.NaN };
		const mean = (sum, count) => (1000 * (told[sum] - (before?.told[sum] ?? 0))) / (told[count] - (before?.told[count] ?? 0));
		return {
			told,
			buffer: mean("jitterBufferDelay", "jitterBufferEmittedCount"),
			decoder: mean("totalDecodeTime", "framesDecoded"),
		};
	};
})()
