// The texts of the pages' own scripts. The server puts them in when it sends this file (messages/page_texts.py).

export const TEXTS = "";
