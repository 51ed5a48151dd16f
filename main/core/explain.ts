// Why was this file uploaded, or not: everything that is known of it, in order, in words.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { sentence } from './happenings.ts';
import type { Station } from './station.ts';
import { hasReportExtension } from './uploads/picture-check.ts';

export type ExplainedLine = { readonly at: number | null; readonly words: string };

export async function explainFile(station: Station, path: string): Promise<ExplainedLine[]> {
  const { stores, profile } = station;
  const absolute = resolve(path);
  const real = await realpath(absolute).catch(() => absolute);
  const info = await stat(real).catch(() => null);
  const name = basename(real);
  const lines: ExplainedLine[] = [];
  const say = (words: string, at: number | null = null) => lines.push({ at, words });

  const folder = stores.folders.list(profile.key).find((one) => one.path === dirname(real));
  const seen = stores.folders.entriesOf(real);
  if (!info) say(`${name} is not there now.`);
  else if (!info.isFile()) say(`${name} is not a file.`);
  else if (!hasReportExtension(name)) say(`${name} is not taken: its name does not end in .png, .jpg or .jpeg.`);
  say(folder ? `It lies in the watched folder ${folder.path}.` : 'It lies outside every watched folder.');
  for (const entry of seen) {
    if (entry.verdict === 'existing')
      say('It was there before the folder was watched, and was not taken for that reason.');
    if (entry.verdict === 'passed-over') say(entry.words ?? 'It was looked at and passed over.');
  }

  const sha256 = info?.isFile() && hasReportExtension(name) ? await hashOf(real) : null;
  const byContent = sha256 ? stores.jobs.byContent(sha256, station.accountId()) : null;
  const jobs = new Map(
    [
      ...stores.jobs.byOriginalPath(real),
      ...stores.jobs.byOriginalPath(absolute),
      ...(byContent ? [byContent] : []),
    ].map((job) => [job.id, job]),
  );
  if (jobs.size === 0) {
    say('It was never handed over, so nothing was sent.');
    return lines;
  }
  for (const job of jobs.values()) {
    if (sha256 && job.sha256 === sha256 && job.originalPath !== real) {
      say(`It has the same content as ${job.name}, so both are one report.`);
    }
    if (sha256 && job.sha256 !== sha256)
      say('The file has changed since it was taken; what follows is about the picture it held then.');
    for (const happening of stores.happenings.of({ jobId: job.id, accountId: job.accountId, flightId: job.flightId })) {
      const { at, words } = sentence(happening);
      say(words, at);
    }
    const strip = station.board.find(`job-${job.id}`);
    if (strip?.reason) say(strip.reason.words);
  }
  return lines;
}

async function hashOf(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    return hash.digest('hex');
  } catch {
    return null;
  }
}
