// What the command prints about a recording when it stops: which assumptions hold, which don't, and which were not seen.

import type { AssumptionVerdict, JudgedAssumption, RecordingReport } from '../api-types.ts';
import { visible } from '../http/visible.ts';

export const recordingLine = (report: RecordingReport): string =>
  `${JSON.stringify({ type: 'recording', ...report })}\n`;

const titles: Record<AssumptionVerdict, string> = {
  holds: 'Hold',
  differs: 'Don’t hold',
  'not-seen': 'Not seen',
  'not-visible': 'Can’t be seen from here',
};

export function recordingText({ service, requests, assumptions }: RecordingReport): string {
  const groups = (Object.keys(titles) as AssumptionVerdict[]).flatMap((verdict) => {
    const found = assumptions.filter((one) => one.verdict === verdict);
    return found.length === 0 ? [] : ['', `${titles[verdict]}:`, ...found.flatMap(linesOf)];
  });
  const count = requests === 1 ? '1 request' : `${requests} requests`;
  return `${[`Recorded ${count} to ${service}. The assumptions of docs/emulator/assumptions.md:`, ...groups].join('\n')}\n`;
}

const linesOf = ({ number, claim, evidence, note }: JudgedAssumption): string[] => [
  `  ${number.padEnd(4)}${claim}`,
  // The service wrote parts of it.
  ...evidence.map(({ request, shows }) => `        request ${request}: ${visible(shows)}`),
  ...(note === null ? [] : [`        ${note}`]),
];
