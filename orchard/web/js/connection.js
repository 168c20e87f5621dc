// The line to the server: one WebSocket that comes back by itself. What was asked and not yet answered is asked again.

export class ServerError extends Error {
  constructor({ code, message, reason }) {
    super(message);
    Object.assign(this, { code, reason });
  }
}

/** One WebSocket, asked by name and answered by number. */
export class Connection extends EventTarget {
  #socket = null;
  #waiting = new Map();
  #next = 1;
  #delay = 250;
  state = "connecting";
  warmup = null;

  constructor() {
    super();
    this.#open();
    addEventListener("online", () => {
      if (this.#socket?.readyState === WebSocket.CLOSED) this.#open();
    });
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/session`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#delay = 250;
      this.#change("open");
      for (const [id, entry] of this.#waiting) socket.send(JSON.stringify({ id, ...entry.message }));
    };
    socket.onmessage = (event) => this.#take(JSON.parse(event.data));
    socket.onclose = () => {
      this.#change("away");
      setTimeout(() => this.#open(), this.#delay);
      this.#delay = Math.min(this.#delay * 1.6, 4000);
    };
  }

  #change(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new Event("change"));
  }

  #take(message) {
    if (message.event === "warmup") {
      this.warmup = message.state;
      this.dispatchEvent(new Event("change"));
      return;
    }
    if (message.event) {
      this.dispatchEvent(new CustomEvent(message.event, { detail: message.state }));
      return;
    }
    const entry = this.#waiting.get(message.id);
    if (!entry) return;
    if ("update" in message) {
      entry.onUpdate?.(message.update);
      return;
    }
    this.#waiting.delete(message.id);
    if (message.error) entry.reject(new ServerError(message.error));
    else entry.resolve(message.result, message.timing);
  }

  // Ask for something; `signal` calls it off, `onUpdate` hears of progress.
  ask(what, fields = {}, { signal, onUpdate } = {}) {
    const id = this.#next++;
    const message = { do: what, ...fields };
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      this.#waiting.set(id, { message, resolve, reject, onUpdate });
      signal?.addEventListener("abort", () => {
        if (!this.#waiting.delete(id)) return;
        this.#send({ id: this.#next++, do: "cancel", target: id });
        reject(signal.reason);
      });
      this.#send({ id, ...message });
    });
  }

  #send(message) {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}

export async function get(path) {
  const answer = await fetch(`/api/${path}`);
  const body = await answer.json();
  if (!answer.ok) throw new ServerError({ ...body, code: body.error });
  return body;
}

export async function post(path, fields) {
  const answer = await fetch(`/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fields),
  });
  if (!answer.ok) {
    const body = await answer.json();
    throw new ServerError({ ...body, code: body.error });
  }
  return answer;
}
