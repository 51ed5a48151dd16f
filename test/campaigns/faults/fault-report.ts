export type FaultReport = {
  readonly tookMs: number;
  readonly virtualHours: number;
  readonly drawn: ReadonlyMap<string, number>;
  readonly files: number;
  readonly records: number;
  /** Additional records of a report. */
  readonly sentTwice: number;
  readonly signIns: number;
  readonly consentsRevoked: number;
  /** Questions that were open when the companion was restarted. */
  readonly openAtRestart: number;
  /** How often the pilot was asked whether the service has a report. */
  readonly questions: number;
  readonly message: ReadonlyMap<string, number>;
  readonly longestOpen: { readonly ms: number; readonly what: string };
  readonly rssBytes: { readonly before: number; readonly most: number };
  readonly violations: readonly string[];
  /** The complete history of every report that was lost, sent twice or stuck. */
  readonly histories: readonly string[];
};

export const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
