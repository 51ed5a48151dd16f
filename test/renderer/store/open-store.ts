// A window's store on an in-memory companion.
import type { Bridge } from '../../../main/contract/bridge.ts';
import { failed, ok, type Failure } from '../../../main/contract/failure.ts';
import { verbatim } from '../../../main/messages/message.ts';
import type { LinkState } from '../../../renderer/bridge/event-stream.ts';
import { parseBridge } from '../../../renderer/bridge/find-bridge.ts';
import { createWindowStore } from '../../../renderer/store/window-store.ts';
import { createFakeCompanion } from '../../support/fake-companion/fake-companion.ts';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';

type Given = {
  readonly strips?: number;
  readonly answer?: Bridge['call'];
  readonly begun?: boolean;
  /** What a sign-in ends with. */
  readonly signInEnds?: Failure;
  /** Whether events arrive from the beginning, as in the desktop app. */
  readonly isUp?: boolean;
};

export function openStore({ strips = 0, answer, begun = true, signInEnds, isUp = true }: Given = {}) {
  const clock = createVirtualClock();
  const companion = createFakeCompanion({
    clock,
    begun,
    strips: Array.from({ length: strips }, (_, n) => wholeStrip(`flight-${n + 1}`, 'completed')),
  });
  const bridge: Bridge = {
    call:
      answer ??
      ((name, input) =>
        (signInEnds && name === 'account.signIn'
          ? Promise.resolve(failed(signInEnds))
          : companion.handle(name, input)) as never),
    addFiles: (files, pilot) =>
      companion.addFiles(
        files.map(({ name }) => ({ path: `/in/${name}`, name, pilot })),
        { kind: 'dropped' },
      ),
    folderPath: () => null,
    subscribe: (listener) => companion.subscribe(listener),
    exportLogbook: async () => ok(null),
    image: async () => failed({ kind: 'not-found', message: verbatim('That picture is not here.') }),
  };
  let tellLink: (state: LinkState) => void = () => {};
  const link = {
    onChange(listener: (state: LinkState) => void) {
      tellLink = listener;
      if (isUp) listener('up');
      return () => {};
    },
  };
  const cleared: number[] = [];
  const showView = () => {};
  const clearFilter = () => void cleared.push(clock.now());
  const store = createWindowStore({
    bridge: parseBridge(bridge),
    link,
    localNow: () => clock.now(),
    showView,
    clearFilter,
  });
  const undo = store.start();
  return { clock, companion, store, cleared, undo, tellLink: (state: LinkState) => tellLink(state) };
}

/** The same, once it has read everything. */
export async function openReadStore(given: Given = {}) {
  const opened = openStore(given);
  await opened.clock.advance(0);
  return opened;
}
