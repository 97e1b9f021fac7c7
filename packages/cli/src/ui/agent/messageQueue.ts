/** Messages that wait until the agent is free or takes them along. They are part of the view state: the screen shows them. */
import type { Submission } from '../state/viewState.js';
import type { ViewStore } from '../state/viewStore.js';

export class MessageQueue {
  constructor(private readonly store: ViewStore) {}

  add(message: Submission): void {
    this.store.dispatch({ type: 'queue_message', message });
  }

  takeFirst(): Submission | undefined {
    return this.take(0, 1)[0];
  }

  takeLast(): Submission | undefined {
    return this.take(-1)[0];
  }

  takeAll(): Submission[] {
    return this.take(0);
  }

  /** Takes those in front of the first that is not wanted. */
  takeWhile(isWanted: (message: Submission) => boolean): Submission[] {
    const end = this.messages.findIndex((message) => !isWanted(message));
    return this.take(0, end === -1 ? undefined : end);
  }

  private get messages(): readonly Submission[] {
    return this.store.current.queue;
  }

  /** @param start as for `slice` @param end as for `slice` */
  private take(start: number, end?: number): Submission[] {
    const taken = this.messages.slice(start, end);
    if (taken.length > 0)
      this.store.dispatch({ type: 'set_queue', queue: this.messages.filter((message) => !taken.includes(message)) });
    return taken;
  }
}
