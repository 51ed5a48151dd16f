// `node scripts/build/audit.mjs`: asks npm's registry whether what ships has a known vulnerability. Exits with 0 if it has none, with
// 1 if it has, and with 2 if the registry doesn't answer.
import { pathToFileURL } from 'node:url';
import { bundled, runtime } from './bill-of-materials.mjs';
import { runNpm } from '../npm.mjs';
import { runScript } from '../plain-stop.mjs';
import { root } from '../root.mjs';

/**
 * @typedef {{ name: string, severity: string, range?: string, isDirect?: boolean }} Finding
 * @typedef {{ code: 0 | 1 | 2, lines: readonly string[] }} Verdict
 */

/**
 * @param {string} shipped output of `npm audit --omit=dev --json`
 * @param {string} all output of `npm audit --json`
 * @returns {Verdict}
 */
export function verdictOf(shipped, all) {
  const [found, others] = [findingsIn(shipped), findingsIn(all)];
  if (!Array.isArray(found) || !Array.isArray(others)) {
    const why = [found, others].find((one) => typeof one === 'string');
    return {
      code: 2,
      lines: [`Unknown: the registry did not answer with its list of vulnerabilities (${String(why)}).`],
    };
  }
  // Bundled packages count as shipped, whichever kind of dependency they are.
  const names = new Set([...found.map(({ name }) => name), runtime, ...bundled]);
  const ours = others.filter(({ name }) => names.has(name));
  const tools = others.length - ours.length;
  return {
    code: ours.length === 0 ? 0 : 1,
    lines: [
      ours.length === 0
        ? 'No known vulnerability in what ships.'
        : `Known vulnerabilities in what ships: ${ours.length}`,
      ...ours.map(({ name, severity, range = '' }) => `  ${name} ${range}: ${severity}`.trimEnd()),
      ...(tools === 0 ? [] : [`In development tools: ${tools}. Run: npm audit`]),
    ],
  };
}

/**
 * Returns the findings, or why there are none to read.
 * @param {string} text
 * @returns {Finding[] | string}
 */
function findingsIn(text) {
  try {
    const answer = JSON.parse(text);
    if (typeof answer.vulnerabilities === 'object' && answer.vulnerabilities !== null)
      return Object.values(answer.vulnerabilities);
    return String(answer.message ?? answer.error?.summary ?? 'no list in the answer').split('\n')[0] ?? '';
  } catch {
    return 'no answer';
  }
}

/** @param {readonly string[]} more */
const ask = async (...more) => {
  const { output } = await runNpm(['audit', '--json', '--loglevel=silent', ...more], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeoutMs: 60_000,
  });
  return output;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    const { code, lines } = verdictOf(await ask('--omit=dev'), await ask());
    for (const line of lines) console.log(line);
    return code;
  });
}
