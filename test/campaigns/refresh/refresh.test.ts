// The short form of the refresh campaign, and its judge. The whole is `npm run campaign:refresh`.
import { expect, it, test } from 'vitest';
import { createEmulator } from '../../../emulator/emulator.ts';
import { runRefreshCampaign } from './campaign.ts';
import { judge, type Evidence, type Loss } from './judge.ts';
import { createWitness, type Refresh } from './witness.ts';

it('rule 25: with killed processes and lost answers, no sign-in is lost that could have been kept', async () => {
  const report = await runRefreshCampaign({
    seed: 'short',
    refreshes: 20,
    consents: 8,
    maxRefreshesPerLife: 6,
    accessLifetimeMs: 180_000,
    scale: 60,
    limitMs: 90_000,
  });
  expect(report.violations).toEqual([]);
  expect(report.refreshes).toBeGreaterThanOrEqual(20);
  expect(report.byProcess.every((count) => count > 0)).toBe(true);
});

const loss: Loss = { consent: 3, refreshToken: 'old', at: 1_000, message: '' };
const sent = (change: Partial<Refresh>): Refresh => ({
  id: 1,
  at: 500,
  sent: 'old',
  isRotated: false,
  isReuse: false,
  outcome: 'answered',
  status: 200,
  fault: null,
  given: null,
  rule: '',
  ...change,
});

/** The access token expired at 900. */
function evidenceOf(refreshes: readonly Refresh[], change: Partial<Evidence> = {}): Evidence {
  return {
    witness: {
      sendsOf: (token) => refreshes.filter((one) => one.sent === token),
      accessEndOf: () => 900,
    },
    onDisk: new Set(['old']),
    deaths: [],
    isUsedUp: () => refreshes.some(({ isRotated, isReuse }) => isRotated || isReuse),
    ...change,
  };
}
const death = { at: 600, where: 'before-disk', inProgress: new Set([3]) };
const rotated = sent({ isRotated: true, given: 'new' });

test.each<[string, Evidence, string, Loss?]>([
  ['whose answer was dropped', evidenceOf([sent({ isRotated: true, outcome: 'dropped' })]), 'spent'],
  ['whose answer was cut off before the token', evidenceOf([sent({ isRotated: true, outcome: 'cut' })]), 'spent'],
  [
    'whose answer was another',
    evidenceOf([sent({ isRotated: true, status: 404, fault: 'carried out, then 404' })]),
    'spent',
  ],
  ['sent twice to a service that answers 503', evidenceOf([sent({ status: 503 }), sent({ status: 500 })]), 'given-up'],
  ['whose process was killed', evidenceOf([rotated], { deaths: [death] }), 'spent'],
  [
    'carried out after the connection closed',
    evidenceOf([sent({ outcome: 'gone' }), sent({ isReuse: true, at: 950 })], { deaths: [death] }),
    'spent',
  ],
  [
    'abandoned by a process that survived',
    evidenceOf([sent({ outcome: 'gone' }), sent({ isReuse: true, at: 950 })]),
    'wrong',
  ],
  ['whose answer went out whole', evidenceOf([rotated]), 'wrong'],
  [
    'whose new token was cut off behind it',
    evidenceOf([sent({ isRotated: true, outcome: 'cut', given: 'new' })]),
    'wrong',
  ],
  [
    'whose new token was on the disk',
    evidenceOf([rotated], { deaths: [death], onDisk: new Set(['old', 'new']) }),
    'wrong',
  ],
  ['whose new token was used', evidenceOf([rotated, sent({ sent: 'new' })], { deaths: [death] }), 'wrong'],
  ['whose access token lived', evidenceOf([rotated], { deaths: [death] }), 'wrong', { ...loss, at: 899 }],
  [
    'used again while its access token lived',
    evidenceOf([rotated, sent({ isReuse: true, at: 800 })], { deaths: [death] }),
    'wrong',
  ],
  ['refused though never used up', evidenceOf([sent({ status: 400 })]), 'wrong'],
  [
    'sent twice without an answer',
    evidenceOf([sent({ outcome: 'dropped', status: null }), sent({ status: 502 })]),
    'given-up',
  ],
])('a sign-in %s is judged', (_, evidence, kind, of = loss) => {
  expect(judge(of, evidence).kind).toBe(kind);
});

test('the witness reads from the journal which refresh used the token, and which was repeated', async () => {
  await using emulator = await createEmulator({});
  const { refresh_token } = emulator.signIn({ pilot: 'demo' });
  const witness = createWitness(emulator, new Map());
  await emulator.start();
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token,
    client_id: 'pilot-companion-demo',
    client_secret: 'demo-secret-for-the-emulator-only',
  });
  for (const status of [200, 400]) {
    expect(await fetch(`${emulator.url}/oauth/token`, { method: 'POST', body })).toMatchObject({ status });
  }
  expect(witness.refreshes).toMatchObject([
    { isRotated: true, isReuse: false },
    { isRotated: false, isReuse: true },
  ]);
  const [first] = witness.refreshes;
  expect(witness.usedUp()(first!.sent)).toBe(true);
});
