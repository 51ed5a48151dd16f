// Folders to watch: chosen in a dialog if the host has one, typed, or suggested because they have screenshots.
import { Button } from '../elements/button.tsx';
import { type FormEvent, useState } from 'react';
import type { Name } from '../../main/messages/message.ts';
import type { SuggestedFolder } from '../../main/contract/folder-rules.ts';
import { Choices, Field } from '../elements/form-fields.tsx';
import { dateText } from '../format/time.ts';
import { nothing, useAnswer } from '../store/use-answer.ts';
import { useStore, useWindow } from '../store/use-window.ts';
import type { WindowStore } from '../store/window-store.ts';
import { t, text } from '../text.ts';
import { DryRun } from './dry-run.tsx';

export function AddFolder({ canChoose }: { readonly canChoose: boolean }) {
  const store = useStore();
  const [path, setPath] = useState('');
  const [existing, setExisting] = useState(false);
  const [approval, setApproval] = useState(false);
  const [error, setError] = useState<string | undefined>();
  const accounts = useWindow(({ app }) => app?.accounts) ?? [];
  const hasPilots = accounts.length > 1;
  const [pilot, setPilot] = useState(accounts.find(({ isInUse }) => isInUse)?.id ?? null);

  async function choose() {
    const result = await store.ask('folders.choose', {});
    if (!result.ok) return setError(text(result.failure.message));
    if (result.value !== null) setPath(result.value);
    setError(undefined);
  }

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.querySelector('input');
    const reject = (why: string) => {
      setError(why);
      field?.focus();
    };
    const wanted = path.trim();
    if (wanted === '') return reject(t('window.service.required', { field: t('window.folder.path') }));
    const rules = hasPilots ? { approval, pilot } : approval && { approval };
    const result = await store.ask('folders.add', { path: wanted, existing, ...(rules && { rules }) });
    if (!result.ok) return reject(text(result.failure.message));
    store.notify(t('window.folder.watching', { path: wanted }));
  }

  return (
    <form className="card add-folder" onSubmit={(event) => void add(event)} noValidate>
      <div className="card-text">
        <Field
          label={t('window.folder.path')}
          hint={t('window.folder.pathHint', { path: '/home/you/Pictures/Screenshots' })}
          error={error}
          value={path}
          onChange={(event) => {
            setPath(event.target.value);
            setError(undefined);
          }}
          className="mono"
          maxLength={4096}
          spellCheck={false}
          autoComplete="off"
        />
        <Choices
          question={t('window.folder.existingQuestion')}
          value={existing ? 'add' : 'leave'}
          onChange={(value) => setExisting(value === 'add')}
          choices={[
            { value: 'leave', label: t('window.folder.existingLeave') },
            { value: 'add', label: t('window.folder.existingAdd') },
          ]}
        />
        {hasPilots && <PilotChoice pilots={accounts} pilot={pilot} onChange={setPilot} />}
        <ApprovalChoice approval={approval} onChange={setApproval} />
        {path.trim() !== '' && (
          <DryRun key={`${existing} ${path}`} path={path} names={null} approval={approval} existing={existing} />
        )}
      </div>
      <span className="actions">
        {canChoose && <Button onClick={() => void choose()}>{t('window.folder.choose')}</Button>}
        <Button type="submit" look="main">
          {t('window.folder.add')}
        </Button>
      </span>
    </form>
  );
}

type PilotChoiceProps = {
  readonly pilots: readonly { readonly id: number; readonly name: Name }[];
  readonly pilot: number | null;
  readonly onChange: (pilot: number | null) => void;
};

/** Whose reports the screenshots of a folder become. */
export const PilotChoice = ({ pilots, pilot, onChange }: PilotChoiceProps) => (
  <Choices
    question={t('window.rule.pilot')}
    value={String(pilot)}
    onChange={(value) => onChange(value === 'null' ? null : Number(value))}
    choices={[
      ...pilots.map(({ id, name }) => ({ value: String(id), label: t('window.pilots.addedFor', { name }) })),
      { value: 'null', label: t('window.rule.pilotShown') },
    ]}
  />
);

type ApprovalChoiceProps = {
  readonly approval: boolean;
  readonly hint?: string;
  readonly onChange: (approval: boolean) => void;
};

/** Whether each screenshot of a folder needs approval before its upload. */
export const ApprovalChoice = ({ approval, hint, onChange }: ApprovalChoiceProps) => (
  <Choices
    question={t('window.rule.ask')}
    value={approval ? 'ask' : 'send'}
    onChange={(value) => onChange(value === 'ask')}
    choices={[
      { value: 'send', label: t('window.rule.askNever') },
      { value: 'ask', label: t('window.rule.askFirst'), hint },
    ]}
  />
);

/** Returns null until they are loaded. */
export function useSuggestedFolders(): readonly SuggestedFolder[] | null {
  const { value, failure } = useAnswer('folders.suggest', nothing, '');
  // Suggestions are optional, so a failure is not shown.
  return value ?? (failure === null ? null : []);
}

export const programName = ({ program }: SuggestedFolder): string => program ?? t('window.folder.ofSystem');

/** Watches a suggested folder with the suggested rules. Returns whether that succeeded. */
export async function watchSuggested(store: WindowStore, { path, names, approval, program }: SuggestedFolder) {
  const rules = {
    ...(names !== null && { names }),
    ...(approval && { approval }),
    ...(program !== null && { label: program }),
  };
  const isWatched = await store.send('folders.add', { path, existing: false, rules });
  if (isWatched) store.notify(t('window.folder.watching', { path }));
  return isWatched;
}

/** Describes a suggested folder: the number of screenshots, and the date of the newest. */
export const suggestedFacts = ({ newest, images }: SuggestedFolder): string =>
  newest === null
    ? t('window.folder.suggestedNone')
    : t('window.folder.suggestedFacts', {
        n: images,
        day: dateText(newest),
      });

export function SuggestedFolders() {
  const store = useStore();
  const found = useSuggestedFolders();
  if (found === null || found.length === 0) return null;
  return (
    <section className="suggested" aria-labelledby="suggested-title">
      <h3 id="suggested-title">{t('window.folder.suggested')}</h3>
      <ul className="folders">
        {found.map((folder) => (
          <li key={folder.path} className="card folder">
            <div className="card-text">
              <h4>{programName(folder)}</h4>
              <span className="dim small mono breakable">{folder.path}</span>
              <span className="small">{suggestedFacts(folder)}</span>
              {folder.approval && <span className="small dim">{t('window.setup.approval')}</span>}
              <DryRun path={folder.path} names={folder.names} approval={folder.approval} existing={false} />
            </div>
            <span className="actions">
              <Button
                aria-label={t('window.folder.watchThis', { program: programName(folder) })}
                onClick={() => void watchSuggested(store, folder)}
              >
                {t('window.folder.add')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
