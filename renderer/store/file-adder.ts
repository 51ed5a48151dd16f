// Adds files one at a time, so that the queue keeps their order and each becomes a strip as soon as it is saved.
import type { Bridge } from '../../main/contract/bridge.ts';
import type { IntakeAnswer } from '../../main/contract/commands.ts';
import { t, text } from '../text.ts';
import { announce, type Arriving, type Notice, type WindowState } from './window-state.ts';

type AdderOptions = {
  readonly addToQueue: Bridge['addFiles'];
  readonly get: () => WindowState;
  readonly set: (change: (state: WindowState) => WindowState) => void;
  /** Shows a notice. Returns its announcement. */
  readonly addNotice: (tone: Notice['tone'], title: string | null, lines: Notice['lines']) => string;
  readonly newKey: () => number;
};

export function createFileAdder({ addToQueue, get, set, addNotice, newKey }: AdderOptions) {
  // Drops are added in sequence too.
  let lastDrop: Promise<void> = Promise.resolve();

  /** Adds files. Before the first start is finished there is no queue, so the window keeps them until there is one. */
  function addFiles(files: readonly File[], folderNames: readonly string[] = []): Promise<void> {
    if (!get().app?.begun) {
      set((s) =>
        announce(
          { ...s, kept: [...s.kept, ...files] },
          t('window.first.kept', { n: get().kept.length + files.length }),
        ),
      );
      noticeIntake([], folderNames);
      return Promise.resolve();
    }
    const arriving = files.map((file) => ({ key: newKey(), name: file.name, bytes: file.size, file }));
    set((s) => ({ ...s, arriving: [...s.arriving, ...arriving] }));
    lastDrop = lastDrop.then(() => addFile(arriving, folderNames));
    return lastDrop;
  }

  function addKeptFile() {
    const { kept, app } = get();
    if (!app?.begun || kept.length === 0) return;
    set((s) => ({ ...s, kept: [] }));
    void addFiles(kept);
  }

  async function addFile(arriving: readonly (Arriving & { readonly file: File })[], folderNames: readonly string[]) {
    const answers: IntakeAnswer[] = [];
    for (const { key, file } of arriving) {
      const result = await addToQueue([file]);
      set((s) => ({ ...s, arriving: s.arriving.filter((one) => one.key !== key) }));
      if (result.ok) answers.push(...result.value);
      else answers.push({ name: file.name, outcome: 'rejected', stripId: null, message: result.failure.message });
    }
    noticeIntake(answers, folderNames);
  }

  function noticeIntake(answers: readonly IntakeAnswer[], folderNames: readonly string[]) {
    const { added, notices } = intakeNotices(answers, folderNames);
    // One announcement for all, because a second one in the same render would replace the first.
    const spoken = notices.map((notice) => addNotice(notice.tone, notice.title, notice.lines));
    if (added > 0) spoken.unshift(t('window.drop.added', { n: added }));
    if (spoken.length > 0) set((s) => announce(s, spoken.join(' ')));
  }

  return { addFiles, addKeptFile, noticeIntake };
}

type NewNotice = Omit<Notice, 'id'>;

/** The notices about files that weren't added, with the reasons. Added files become strips. */
export function intakeNotices(
  answers: readonly IntakeAnswer[],
  folderNames: readonly string[],
): { readonly added: number; readonly notices: readonly NewNotice[] } {
  const lineOf = ({ name, message, stripId }: IntakeAnswer) => ({ name, message: text(message), code: null, stripId });
  const rejected = answers.filter((answer) => answer.outcome === 'rejected').map(lineOf);
  const folders = folderNames.map((name) => ({
    name,
    message: t('window.drop.folder', { name }),
    code: null,
    stripId: null,
  }));
  const duplicates = answers.filter((answer) => answer.outcome === 'duplicate').map(lineOf);
  const notAdded = [...rejected, ...folders];
  const notices: NewNotice[] = [];
  if (notAdded.length > 0)
    notices.push({ tone: 'error', title: t('window.drop.rejectedTitle', { n: notAdded.length }), lines: notAdded });
  if (duplicates.length > 0)
    notices.push({ tone: 'note', title: t('window.drop.duplicateTitle', { n: duplicates.length }), lines: duplicates });
  return { added: answers.filter((answer) => answer.outcome === 'added').length, notices };
}
