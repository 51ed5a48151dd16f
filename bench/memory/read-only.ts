// The ports of a read-only companion: no sign-in, nothing opened, nothing stored.
import { verbatim } from '../../main/messages/message.ts';
import { failed, ok } from '../../main/contract/failure.ts';
import { failures } from '../../main/core/messages/failures.ts';
import type { Ports } from '../../main/core/platform/ports.ts';
import { systemClock } from '../../main/core/platform/system-clock.ts';

const notHere = failed(failures.notSupportedHere(verbatim('This companion is read-only.')));

export const readOnlyPorts: Ports = {
  clock: systemClock,
  secrets: {
    place: 'memory',
    concern: null,
    get: async () => ok(null),
    set: async () => ok(null),
    delete: async () => ok(null),
    exclusively: (_name, work) => work(),
  },
  browser: { open: async () => notHere },
  settings: { read: () => undefined, write() {}, keepAside: () => null },
  log: { debug() {}, info() {}, warn() {}, error() {} },
  system: { onResume: () => () => {}, onNetworkHint: () => () => {} },
  desktop: {},
  embeddedService: {
    start: async () => notHere,
    consoleAddress: () => null,
    addSampleFlights: async () => false,
    sampleReports: async () => [],
    stop: async () => {},
  },
};
