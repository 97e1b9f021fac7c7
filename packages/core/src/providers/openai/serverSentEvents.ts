/** Reads an event stream off a response body. */
import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** The events of `body`; a last one that lacks its blank line is read too. Errors of the connection pass through. */
export async function* readServerSentEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<EventSourceMessage> {
  const arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => arrived.push(event) });
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    parser.feed(decoder.decode(bytes, { stream: true }));
    yield* arrived.splice(0);
  }
  parser.feed(`${decoder.decode()}\n\n`);
  yield* arrived.splice(0);
}
