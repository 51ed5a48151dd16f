// What a workflow must not contain: the rules of zizmor that matter here; actionlint checks the syntax.
import { parse } from 'yaml';

type Step = {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, unknown>>;
};
type Permissions = string | Readonly<Record<string, string>>;
type Job = {
  readonly steps?: readonly Step[];
  readonly permissions?: Permissions;
  readonly 'timeout-minutes'?: number;
};
type Workflow = {
  readonly on: unknown;
  readonly permissions?: Permissions;
  readonly jobs: Readonly<Record<string, Job>>;
};

/** Values that outsiders cannot choose. Everything else must reach a script as an environment variable. */
const harmless = /^(github\.(repository|repository_owner|sha|run_id)|runner\.(os|arch|temp)|matrix\.[\w-]+)$/;

/** One line for each violation. */
export function workflowFaults(text: string): string[] {
  const { on, permissions, jobs } = parse(text) as Workflow;
  const faults: string[] = [];
  const events = typeof on === 'string' ? [on] : Array.isArray(on) ? on : Object.keys(on ?? {});
  for (const event of ['pull_request_target', 'workflow_run', 'issue_comment']) {
    if (events.includes(event)) faults.push(`${event} runs with secrets for people outside`);
  }
  if (JSON.stringify(permissions) !== '{"contents":"read"}')
    faults.push('permissions at the top are not contents: read');
  for (const [, line = ''] of text.matchAll(/^\s*-?\s*uses:\s*(.+)$/gm)) {
    if (!/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)) {
      faults.push(`${line} is not pinned by commit with its version beside it`);
    }
  }
  for (const [name, job] of Object.entries(jobs)) {
    const steps = job.steps ?? [];
    if (job['timeout-minutes'] === undefined) faults.push(`${name} has no timeout-minutes`);
    if (typeof job.permissions === 'string') faults.push(`${name} has permissions ${job.permissions}`);
    const mayWrite = Object.values(job.permissions ?? {}).includes('write');
    if (
      mayWrite &&
      steps.some(({ uses = '', run = '' }) => uses.startsWith('actions/checkout@') || /\bnpm\b/.test(run))
    ) {
      faults.push(`${name} may write and runs code of the repository`);
    }
    for (const { uses = '', run = '', with: given } of steps) {
      if (uses.startsWith('actions/checkout@') && given?.['persist-credentials'] !== false) {
        faults.push(`${name} leaves the token in its clone (persist-credentials)`);
      }
      for (const [, expression = ''] of run.matchAll(/\$\{\{\s*(.+?)\s*\}\}/g)) {
        if (!harmless.test(expression)) faults.push(`${name} puts \${{ ${expression} }} into a script`);
      }
    }
  }
  return faults;
}
