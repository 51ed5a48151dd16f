// For a companion whose service runs elsewhere in the test.
import { failed } from '../../main/contract/failure.ts';
import { failures } from '../../main/core/messages/failures.ts';
import type { EmbeddedService } from '../../main/core/platform/ports.ts';
import { verbatim } from '../../main/messages/message.ts';

export const noEmbeddedService: EmbeddedService = {
  start: async () => failed(failures.notSupportedHere(verbatim('The test has a service of its own.'))),
  consoleAddress: () => null,
  addSampleFlights: async () => false,
  sampleReports: async () => [],
  stop: async () => {},
};
