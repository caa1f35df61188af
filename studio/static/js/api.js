// Talking to the studio: one answer, or a stream of events. Aborting a stream ends its run.
const token = document.querySelector('meta[name="token"]').content;

export class Refused extends Error {}
export const SILENT = "The studio does not answer. Is it still running?";

export async function get(path) {
  return answer(await reached(fetch(path, { headers: { "x-copla-token": token } })));
}

export async function post(path, data, signal) {
  return answer(await send(path, data, signal));
}

function send(path, data, signal) {
  const headers = { "x-copla-token": token, "content-type": "application/json" };
  return reached(fetch(path, { method: "POST", headers, body: JSON.stringify(data), signal }));
}

// A server that is gone is a reason like any other; what the reader has stopped stays an abort.
async function reached(work) {
  try {
    return await work;
  } catch (error) {
    throw error.name === "AbortError" ? error : new Refused(SILENT);
  }
}

async function answer(response) {
  if (!response.ok) throw new Refused(await reason(response));
  return response.json();
}

async function reason(response) {
  const text = await response.text();
  try { return JSON.parse(text).error; } catch { return text.trim() || `the studio answers ${response.status}`; }
}

// Each event of a stream goes to tell; the promise is the last event, and is refused with the reason of a failure.
export async function stream(path, data, tell = () => {}, signal = undefined) {
  const response = await send(path, data, signal);
  if (!response.ok) throw new Refused(await reason(response));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let last = null;
  for (;;) {
    const { value, done } = await reached(reader.read());
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const event = JSON.parse(line);
      if (event.event === "failed") throw new Refused(event.error);
      if (event.event === "answer" || event.event === "verdict") last = event;
      tell(event);
    }
  }
  if (!last) throw new Refused("The studio ended before it had an answer.");
  return last;
}

export function ask(what, data, tell, signal) {
  return stream(`/api/ask/${what}`, data, tell, signal);
}
