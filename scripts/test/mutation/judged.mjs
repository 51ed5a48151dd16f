// Equivalent mutants: reviewed survivors that behave like the original, so that no test can kill them. They are
// skipped.

/**
 * @typedef {object} Judged
 * @property {string} file
 * @property {string} line the source line without its indentation
 * @property {string} mutant the replacement of the changed part
 * @property {string} why no test can kill it
 */

/** @type {readonly Judged[]} */
export const judged = [
  {
    file: 'main/core/app/notifications/notices.ts',
    line: ".map((kind) => message('app.notification.many', { kind: kind === 'attention' ? 'other' : kind, n: count(kind) }))",
    mutant: 'false',
    why: 'the message has no case for `attention`, so it is worded as `other`',
  },
  {
    file: 'main/core/app/diagnostics/decision-pages.ts',
    line: 'const job = jobId === null ? null : stores.jobs.byId(jobId);',
    mutant: 'false',
    why: 'a shortcut: no report has the id null',
  },
  {
    file: 'main/core/app/diagnostics/decision-pages.ts',
    line: 'history: jobId === null ? [] : stores.history.of({ jobId }),',
    mutant: 'false',
    why: 'a shortcut: the report null has no history',
  },
  {
    file: 'main/core/app/diagnostics/diagnostics.ts',
    line: "const agreedPilotIn = (why: Message) => (hasId(why, 'failure.otherPilotAgreed') ? why.params.agreed : null);",
    mutant: 'true',
    why: 'no other message has this parameter',
  },
  {
    file: 'main/core/app/diagnostics/explain.ts',
    line: 'job: jobId === null ? null : runtime.stores.jobs.byId(jobId),',
    mutant: 'false',
    why: 'a shortcut: no report has the id null',
  },
  {
    file: 'main/core/app/diagnostics/explain.ts',
    line: '...(linked === null ? [] : [jobs.byId(linked)]),',
    mutant: 'false',
    why: 'a shortcut: no report has the id null',
  },
  {
    file: 'main/core/app/diagnostics/explain.ts',
    line: 'return (runtime.decisions.of(accountPath)?.decisions ?? [])',
    mutant: '["Stryker was here"]',
    why: 'a text has no rule, and only those of one rule are listed',
  },
  {
    file: 'main/core/watch/folder-hints.ts',
    line: "if (platform !== 'linux') return false;",
    mutant: 'false',
    why: 'on another system the call gives numbers of its own, which need that system to be seen',
  },
  {
    file: 'main/core/watch/folder-hints.ts',
    line: "watcher.on('raw', (_event, name: unknown, of: unknown) => {",
    mutant: '{}',
    why: 'the events of chokidar give the same hints; it drops some only under load',
  },
  {
    file: 'main/core/watch/folder-hints.ts',
    line: "if (isOfFolder && typeof name === 'string' && name !== basename(deps.path)) deps.onHint(join(deps.path, name));",
    mutant: 'name === basename(deps.path)',
    why: 'the events of chokidar give the same hints; it drops some only under load',
  },
  {
    file: 'main/core/watch/folder-hints.ts',
    line: 'persistent: false,',
    mutant: 'true',
    why: 'the process of the tests lives on for other reasons',
  },
  {
    file: 'main/core/watch/reconcile.ts',
    line: 'if (candidates.size === 0) return [];',
    mutant: 'false',
    why: 'a shortcut: without candidates nothing is found',
  },
  {
    file: 'main/core/watch/reconcile.ts',
    line: 'if (candidates.size === 0) return found;',
    mutant: 'false',
    why: 'a shortcut: without candidates nothing is found',
  },
  {
    file: 'main/core/watch/scan-scheduler.ts',
    line: 'planned.clear();',
    mutant: ';',
    why: 'after a stop every timer is undone, and nothing is planned',
  },
  {
    file: 'main/core/flights/tracker.ts',
    line: 'if (restMs > 0) await clock.sleep(restMs, AbortSignal.any([woken.signal, stopping.signal]));',
    mutant: 'true',
    why: 'a sleep of no time ends at once',
  },
  {
    file: 'main/core/filing/move-file.ts',
    line: 'const there = await lstat(target).catch(() => null);',
    mutant: '() => undefined',
    why: 'null and undefined are the same to `there?.isFile()`',
  },
  {
    file: 'main/core/filing/move-file.ts',
    line: '} finally {',
    mutant: '{}',
    why: 'an open handle is closed when it is collected',
  },
  {
    file: 'main/core/uploads/uploader.ts',
    line: 'if (restMs > 0) await clock.sleep(restMs, AbortSignal.any([woken.signal, stopping.signal]));',
    mutant: 'true',
    why: 'a sleep of no time ends at once',
  },
  {
    file: 'main/core/uploads/uploader.ts',
    line: 'if (restMs > 0) await clock.sleep(restMs, AbortSignal.any([woken.signal, stopping.signal]));',
    mutant: 'restMs >= 0',
    why: 'a sleep of no time ends at once',
  },
  {
    file: 'main/core/flights/tracker.ts',
    line: 'if (restMs > 0) await clock.sleep(restMs, AbortSignal.any([woken.signal, stopping.signal]));',
    mutant: 'restMs >= 0',
    why: 'a sleep of no time ends at once',
  },
  {
    file: 'main/core/uploads/spool/spool.ts',
    line: '} finally {',
    mutant: '{}',
    why: 'an open handle is closed when it is collected',
  },
  {
    file: 'main/core/uploads/lost-answers.ts',
    line: 'const isLoop = next !== null && beforeId !== undefined && next >= beforeId;',
    mutant: 'next !== null || beforeId !== undefined',
    why: 'a comparison with undefined is false, and null is less than every id',
  },
  {
    file: 'main/core/decisions/decision-log.ts',
    line: 'if (batch.length === 0) return;',
    mutant: 'false',
    why: 'a shortcut: an empty batch writes nothing',
  },
  {
    file: 'main/core/decisions/decision-log.ts',
    line: 'if (rows > maxRows) {',
    mutant: 'true',
    why: 'a shortcut: the rows are counted again before any is dropped',
  },
  {
    file: 'main/core/logbook/export/export-flights.ts',
    line: 'if (!isStream) await rename(making, target);',
    mutant: 'true',
    why: 'the path of a stream is renamed to itself, which changes nothing',
  },
  {
    file: 'main/core/logbook/export/export-flights.ts',
    line: "if (text !== '') await file.writeFile(text, 'utf8');",
    mutant: 'true',
    why: 'a shortcut: an empty text writes nothing',
  },
  {
    file: 'main/core/storage/files/private-folder.ts',
    line: 'if (found === null) return;',
    mutant: 'false',
    why: 'a name that was listed is there',
  },
  {
    file: 'main/core/storage/tables/log/decisions.ts',
    line: 'const heir = one.from === null ? null : find(one.from);',
    mutant: 'false',
    why: 'a shortcut: no file has the path null',
  },
  {
    file: 'main/core/storage/tables/log/decisions.ts',
    line: 'if (left <= 0) return;',
    mutant: 'false',
    why: 'a shortcut: a step without rows removes none',
  },
  {
    file: 'main/core/storage/tables/log/decisions.ts',
    line: 'if (left <= 0) return;',
    mutant: 'left < 0',
    why: 'a shortcut: a step without rows removes none',
  },
  {
    file: 'main/core/pacing/request-window.ts',
    line: 'if (!isHere && one.at + pastMs + touchLateMs < clock.monotonic()) known.delete(id);',
    mutant: 'false',
    why: 'it only saves memory: older requests count nowhere',
  },
  {
    file: 'main/core/pacing/request-window.ts',
    line: 'if (!isHere && one.at + pastMs + touchLateMs < clock.monotonic()) known.delete(id);',
    mutant: 'one.at + pastMs + touchLateMs <= clock.monotonic()',
    why: 'it only saves memory: older requests count nowhere',
  },
  {
    file: 'main/core/service/times.ts',
    line: "if (zone === 'UTC') return 0;",
    mutant: 'false',
    why: 'a shortcut: the offset of UTC is computed as 0',
  },
  {
    file: 'main/core/account/sign-in/loopback-listener.ts',
    line: "response.on('close', () => attempt.waiting.delete(response));",
    mutant: '() => undefined',
    why: 'a page that was closed is forgotten sooner; what is written to it later has no effect',
  },
  {
    file: 'main/core/storage/recovery/inspect-database.ts',
    line: "if (version > absurdVersion) return damaged('its version makes no sense');",
    mutant: 'version >= absurdVersion',
    why: 'a limit that no version comes near',
  },
  {
    file: 'main/core/logbook/airports.ts',
    line: 'if (known !== undefined) return known;',
    mutant: 'false',
    why: 'a shortcut: it is found again',
  },
  {
    file: 'main/core/logbook/logbook.ts',
    line: "return filter.pilots === 'all' ? pilots().map(({ id }) => id) : active === null ? [] : [active];",
    mutant: 'false',
    why: 'no flight has the account null',
  },
];
