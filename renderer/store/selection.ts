// What of the board is in view: the open report and its image, the selected reports, the folded bays.
import type { Bay } from '../../main/contract/strip.ts';
import type { Commands } from './commands.ts';
import type { Notices } from './notices.ts';
import type { OpenPart, StateCell } from './window-state.ts';

export type Selection = ReturnType<typeof createSelection>;

export function createSelection({ get, set }: StateCell, { ask }: Commands, { showFailure }: Notices) {
  /** Reads the detail of the open report again. */
  async function readDetail(): Promise<void> {
    const { selectedId: id } = get();
    if (id === null) return;
    const result = await ask('strips.detail', { id });
    const isGone = !result.ok && result.failure.kind === 'not-found';
    if (!result.ok && !isGone) return showFailure(result.failure);
    set((s) => (s.selectedId === id ? { ...s, detail: result.ok ? result.value : 'gone' } : s));
  }

  return {
    readDetail,
    select(id: string | null): void {
      if (id === get().selectedId) return;
      // The viewer leads from image to image.
      const isImage = get().openPart === 'image' && id !== null;
      set((s) => ({ ...s, selectedId: id, detail: null, openPart: isImage ? 'image' : null }));
      void readDetail();
    },
    /**
     * Ids belong to other reports on the board of another pilot. The open report is kept if the pilot switched accounts
     * for it.
     */
    forgetOtherBoard(): void {
      const { detail } = get();
      const isKept = detail !== null && detail !== 'gone' && detail.strip.bay === 'needs-attention';
      set((s) => ({
        ...s,
        chosen: [],
        news: null,
        ...(!isKept && { selectedId: null, detail: null, openPart: null }),
      }));
    },
    choose: (chosen: readonly string[]) => set((s) => ({ ...s, chosen })),
    fold: (bay: Bay, isFolded: boolean) => set((s) => ({ ...s, folded: { ...s.folded, [bay]: isFolded } })),
    seeSkipped: (skippedSeenAt: number) => set((s) => ({ ...s, skippedSeenAt })),
    open: (openPart: OpenPart | null) => set((s) => ({ ...s, openPart })),
  };
}
