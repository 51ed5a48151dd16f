// A dry run: which files of a folder would be uploaded now, which wouldn't, and why.
import { Button } from '../elements/button.tsx';
import { useState } from 'react';
import { dryRunOutcomes, dryRunSummary, type DryRun, type DryRunFile } from '../../main/contract/dry-run.ts';
import { Check } from '../elements/form-fields.tsx';
import { size } from '../format/amount.ts';
import { useStore } from '../store/use-window.ts';
import { shownName, t, text } from '../text.ts';

const maxShown = 200;

type Props = {
  readonly path: string;
  /** Patterns to use instead of the folder's own; null for its own, or every image if it isn't watched. */
  readonly names: readonly string[] | null;
  /** Whether uploads need approval; null to follow the folder's rules. */
  readonly approval: boolean | null;
  /** Whether existing images count as new. If absent, a checkbox decides. */
  readonly existing?: boolean;
};
type Shown = DryRun | 'scanning' | { readonly error: string } | null;

export function DryRun({ path, names, approval, existing: given }: Props) {
  const store = useStore();
  const [existing, setExisting] = useState(given ?? true);
  const [shown, setShown] = useState<Shown>(null);

  async function scan(withExisting: boolean) {
    setShown('scanning');
    const result = await store.ask('folders.dryRun', {
      path: path.trim(),
      existing: withExisting,
      names: names === null ? null : [...names],
      approval,
      limit: maxShown,
    });
    setShown(result.ok ? result.value : { error: text(result.failure.message) });
    if (result.ok) store.announce(summaryText(result.value));
  }

  return (
    <div className={given === undefined ? 'dry-run dry-run-box' : 'dry-run'}>
      <div className="line dry-run-head">
        <Button aria-disabled={shown === 'scanning'} onClick={() => shown !== 'scanning' && void scan(existing)}>
          {shown === null ? t('window.dryRun.show') : t('window.dryRun.again')}
        </Button>
        {given === undefined && (
          <Check
            className="check small"
            checked={existing}
            onChange={(withExisting) => {
              setExisting(withExisting);
              if (shown !== null) void scan(withExisting);
            }}
          >
            <span>
              {t('window.dryRun.existing')}
              <small className="dim">{t('window.dryRun.existingHint')}</small>
            </span>
          </Check>
        )}
      </div>
      {shown === 'scanning' && <p className="dim small">{t('window.dryRun.checking')}</p>}
      {shown !== null && shown !== 'scanning' && 'error' in shown && (
        <p className="invalid small" role="alert">
          {shown.error}
        </p>
      )}
      {shown !== null && shown !== 'scanning' && 'files' in shown && <Files dryRun={shown} />}
    </div>
  );
}

const summaryText = ({ counts }: DryRun) => text(dryRunSummary(counts));

function Files({ dryRun }: { readonly dryRun: DryRun }) {
  // Files that would be uploaded come first.
  const placeOf = ({ outcome }: DryRunFile) => dryRunOutcomes.indexOf(outcome);
  const files = dryRun.files.toSorted((a, b) => placeOf(a) - placeOf(b));
  const all = Object.values(dryRun.counts).reduce((sum, n) => sum + n, 0);
  return (
    <>
      <p className="small">{summaryText(dryRun)}</p>
      {files.length > 0 && (
        // It scrolls, so it has to be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className="dry-run-files small" tabIndex={0} aria-label={t('window.dryRun.list')}>
          {files.map((file) => (
            <li key={file.path} className={`outcome-${file.outcome}`}>
              <b className="outcome dim">{t('dryRun.outcome', { outcome: file.outcome })}</b>
              <span className="breakable" dir="auto">
                {shownName(file.name)}
              </span>
              <span className="dim time">{file.bytes === null ? '' : size(file.bytes)}</span>
              {file.outcome !== 'send' && <span className="dim why">{text(file.message)}</span>}
            </li>
          ))}
        </ul>
      )}
      {all > files.length && <p className="dim small">{t('window.common.andMore', { n: all - files.length })}</p>}
    </>
  );
}
