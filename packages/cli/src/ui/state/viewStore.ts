/** Holds the view state and tells the screen of changes, not more often than it can draw. */
import { prepareMarkdown } from '../markdown/libraries.js';
import { newMarkdown } from './newMarkdown.js';
import { reduceView, type ViewAction } from './reducer.js';
import type { ViewState } from './viewState.js';

/** Shortest time between two redraws while the agent works, in milliseconds: about 30 a second. */
const REDRAW_INTERVAL_MS = 33;

export class ViewStore {
  private readonly listeners = new Set<() => void>();
  private timer: NodeJS.Timeout | undefined;
  private shown: ViewState;

  constructor(private state: ViewState) {
    this.shown = state;
  }

  /** The state as of now. */
  get current(): ViewState {
    return this.state;
  }

  /** The state that the screen shows; changes only together with a call of the listeners. */
  readonly getShown = (): ViewState => this.shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Events of the agent are shown in batches; whatever a person does is shown at once. */
  dispatch(action: ViewAction): void {
    this.state = reduceView(this.state, action);
    if (action.type !== 'agent_event' && action.type !== 'compaction_progress') this.show();
    else this.timer ??= setTimeout(() => this.show(), REDRAW_INTERVAL_MS);
  }

  private show(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.shown === this.state) return;
    // What is in the transcript is drawn once: it waits for what it takes to be drawn in full.
    const loading = prepareMarkdown(newMarkdown(this.shown, this.state));
    if (loading) void loading.then(() => this.show());
    else this.draw();
  }

  private draw(): void {
    this.shown = this.state;
    for (const listener of this.listeners) listener();
  }
}
