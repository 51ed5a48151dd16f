// Files and folders that are dropped, pasted or chosen. Files are added one at a time, so that the queue keeps their
// order and each becomes a strip as soon as it is saved.
import type { Bridge } from '../../main/contract/bridge.ts';
import type { IntakeAnswer } from '../../main/contract/commands.ts';
import type { LeftOutFile } from '../../main/contract/state.ts';
import type { OfferedImage } from '../../main/contract/strip.ts';
import { isOtherImage } from '../../main/contract/failure.ts';
import { t, text } from '../text.ts';
import type { Commands } from './commands.ts';
import type { Notices } from './notices.ts';
import type { Selection } from './selection.ts';
import { maxPixels } from './image-loader.ts';
import {
  announce,
  type Arriving,
  type Notice,
  type NoticeLine,
  type Offer,
  type StateCell,
  withOffer,
} from './window-state.ts';

/** The type of what is dragged when it is a screenshot that the board offers. */
export const draggedOffer = 'application/x-pilot-companion-offer';

type DropsOptions = {
  readonly bridge: Bridge;
  readonly state: StateCell;
  readonly notices: Notices;
  readonly commands: Commands;
  readonly selection: Selection;
};

export type Drops = ReturnType<typeof createDrops>;

export function createDrops({ bridge, state: { get, set }, notices, commands, selection }: DropsOptions) {
  let lastKey = 0;
  let isConverting = false;
  // Drops are added in sequence too.
  let lastDrop: Promise<readonly Answer[]> = Promise.resolve([]);

  /** Adds files. Before the first start is finished there is no queue, so the window keeps them until there is one. */
  function addFiles(files: readonly File[], folderNames: readonly string[] = [], pilot = shownPilot()) {
    if (!get().app?.begun) {
      set((s) =>
        announce(
          { ...s, kept: [...s.kept, ...files] },
          t('window.first.kept', { n: get().kept.length + files.length }),
        ),
      );
      noticeIntake([], folderNames);
      return Promise.resolve<readonly Answer[]>([]);
    }
    const arriving = files.map((file) => ({ key: (lastKey += 1), name: file.name, bytes: file.size, file, pilot }));
    set((s) => ({ ...s, arriving: [...s.arriving, ...arriving] }));
    lastDrop = lastDrop.then(() => addFile(arriving, folderNames));
    return lastDrop;
  }

  function addKeptFiles() {
    const { kept, app } = get();
    if (!app?.begun || kept.length === 0) return;
    set((s) => ({ ...s, kept: [] }));
    void addFiles(kept);
  }

  /** Whose new files are. */
  const shownPilot = () => get().app?.accounts.find(({ isInUse }) => isInUse)?.id ?? null;

  async function addFile(arriving: readonly (Arriving & Given)[], folderNames: readonly string[]) {
    const answers: Answer[] = [];
    for (const { key, file, pilot } of arriving) {
      const result = await bridge.addFiles([file], pilot);
      set((s) => ({ ...s, arriving: s.arriving.filter((one) => one.key !== key) }));
      if (result.ok) answers.push(...result.value.map((answer) => ({ ...answer, file })));
      else answers.push({ name: file.name, outcome: 'rejected', stripId: null, message: result.failure.message });
    }
    noticeIntake(answers, folderNames);
    return answers;
  }

  function noticeIntake(answers: readonly Answer[], folderNames: readonly string[]) {
    const { added, notices: made } = intakeNotices(answers, folderNames);
    // One announcement for all, because a second one in the same render would replace the first.
    const spoken = made.map(notices.addNotice);
    if (added > 0) spoken.unshift(t('window.drop.added', { n: added }));
    if (spoken.length > 0) notices.announce(spoken.join(' '));
  }

  /** Adds what the board offers. */
  async function addOffered(image: OfferedImage): Promise<void> {
    if (image === 'sample') return void (await commands.send('service.addSampleReport', {}));
    const result = await commands.ask('folders.addNewest', {});
    if (result.ok) noticeIntake([result.value], []);
    else notices.showFailure(result.failure);
  }

  /** Adds an image of another format as a JPEG, if the browser can read it. Returns its report. */
  async function convert(file: File, pilot = shownPilot()): Promise<string | null> {
    const { jpegOf } = await import('./jpeg.ts');
    const converted = await jpegOf(file, maxPixels);
    if (converted === null) {
      notices.notify(t('window.drop.notConverted', { name: file.name }));
      return null;
    }
    const [added] = await addFiles([converted], [], pilot);
    if (!added) return null;
    const left = get().notices.map((notice) => {
      const lines = notice.lines.filter(({ convertible }) => convertible !== file);
      const title = t('window.drop.rejectedTitle', { n: lines.length });
      return lines.length < notice.lines.length ? { ...notice, lines, title } : notice;
    });
    set((s) => ({ ...s, notices: left.filter(({ lines }) => lines.length > 0) }));
    return added.stripId;
  }

  /** The same of what folders left out, the newest of which is first. */
  async function convertLeftOut(files: readonly LeftOutFile[]): Promise<void> {
    if (isConverting) return;
    isConverting = true;
    for (const { image, name, folder } of files.toReversed()) {
      const result = await bridge.image(image!);
      if (!result.ok) notices.showFailure(result.failure);
      const pilot = folder.rules.pilot ?? shownPilot();
      const stripId = result.ok && (await convert(new File([result.value.bytes], name), pilot));
      if (stripId) await commands.send('folders.converted', { image: image!, stripId });
    }
    isConverting = false;
  }

  /** While everyone is shown: whose reports new files become. */
  async function addFor(id: number): Promise<void> {
    await commands.send('accounts.use', { id });
    await commands.send('accounts.showEveryone', {});
  }

  /** Replaces the image of a report: adds the file, and removes the report once the file is in the queue. */
  async function replaceFile(stripId: string, file: File, done: string): Promise<void> {
    const now = await commands.ask('strips.detail', { id: stripId });
    if (!now.ok) return notices.showFailure(now.failure);
    const result = await bridge.addFiles([file], now.value.strip.pilot?.id ?? shownPilot());
    if (!result.ok) return notices.showFailure(result.failure);
    const added = result.value.find(({ outcome, stripId: id }) => outcome === 'added' && id !== stripId);
    if (!added) return noticeIntake(result.value, []);
    if (!(await commands.send('strips.remove', { id: stripId, by: added.stripId! }))) return;
    selection.select(added.stripId);
    notices.notify(done);
  }

  const offer = (next: Offer) => set((s) => withOffer(s, next));

  return {
    addFiles,
    addKeptFiles,
    noticeIntake,
    addOffered,
    convert,
    convertLeftOut,
    addFor,
    replaceFile,
    forgetKept: () => set((s) => ({ ...s, kept: [] })),
    /** Offers to watch a dropped folder. Returns false if the path isn't known. */
    offerFolder(folder: File): boolean {
      const path = bridge.folderPath(folder);
      if (path !== null) offer({ kind: 'folder', path });
      return path !== null;
    },
    offer,
    endOffer: (offer: Offer) => set((s) => ({ ...s, offers: s.offers.filter((one) => one !== offer) })),
  };
}

/** `pilot`: who was shown when it was dropped. */
type Given = { readonly file: File; readonly pilot: number | null };

type NewNotice = Omit<Notice, 'id'>;
/** With the file that it is about, where the window has it. */
type Answer = IntakeAnswer & { readonly file?: File };

/** The notices about files that weren't added, with the reasons. Added files become strips. */
export function intakeNotices(
  answers: readonly Answer[],
  folderNames: readonly string[],
): { readonly added: number; readonly notices: readonly NewNotice[] } {
  const lineOf = (answer: Answer): NoticeLine => {
    const { name, message, stripId, file } = answer;
    const convertible = file !== undefined && isOtherImage(answer.message) ? { convertible: file } : {};
    return { name, message: text(message), code: null, stripId, ...convertible };
  };
  const rejected = answers.filter((answer) => answer.outcome === 'rejected').map(lineOf);
  const folders = folderNames.map((name) => ({
    name,
    message: t('window.drop.folder', { name }),
    code: null,
    stripId: null,
  }));
  const duplicates = answers.filter((answer) => answer.outcome === 'duplicate').map(lineOf);
  // First those that the pilot can do something about: a long notice is folded.
  const notAdded = [...rejected, ...folders].toSorted(
    (a, b) => Number('convertible' in b) - Number('convertible' in a),
  );
  const notices: NewNotice[] = [];
  if (notAdded.length > 0)
    notices.push({ tone: 'error', title: t('window.drop.rejectedTitle', { n: notAdded.length }), lines: notAdded });
  if (duplicates.length > 0)
    notices.push({ tone: 'note', title: t('window.drop.duplicateTitle', { n: duplicates.length }), lines: duplicates });
  return { added: answers.filter((answer) => answer.outcome === 'added').length, notices };
}
