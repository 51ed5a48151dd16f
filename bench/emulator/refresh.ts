// Token refresh at 20 connections, each with its own rotating refresh token.

import type { Bench } from '../harness/benchmark.ts';
import { compared } from '../harness/finding.ts';
import type { Finding } from '../harness/finding.ts';
import { startServer } from '../harness/server-process.ts';
import { compareUnderLoad } from '../harness/under-load.ts';
import { refreshing } from './callers.ts';
import type { OidcReady } from './servers/serve-oidc-provider.ts';
import { refreshingSide, serverFile, startEmulator } from './sides.ts';

const connections = 20;
const what = `token refresh, ${connections} connections`;
const unit = 'requests per core second';

export async function* refresh({ effort, pinning }: Bench): AsyncGenerator<Finding> {
  await using subject = await startEmulator({ pilots: connections }, pinning);
  await using peer = await startServer<OidcReady>(serverFile('oidc-provider'), { grants: connections }, pinning);
  const callers = peer.ready.refreshTokens.map((refreshToken) => refreshing({ ...peer.ready, refreshToken }));
  const { comparison, notes } = await compareUnderLoad(effort, {
    subject: refreshingSide(subject, connections),
    peer: { name: 'oidc-provider', server: peer, url: peer.ready.url, callers },
  });
  const against = 'oidc-provider, in memory';
  yield compared({ what, against, unit, target: { of: 'ratio', atLeast: 2 } }, comparison, notes);
}
