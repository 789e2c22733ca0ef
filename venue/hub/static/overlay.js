import { follow, scoreLine } from "./parts.js";

const table = decodeURIComponent(location.pathname.split("/").pop());
follow(
  (changed) => {
    const view = changed.find((one) => one.table === table);
    if (view) document.getElementById("score").replaceChildren(scoreLine(view));
  },
  () => {},
);
