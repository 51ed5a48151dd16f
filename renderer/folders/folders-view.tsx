// The watched folders: the status of each, and the form for its rules.
import { Button } from '../elements/button.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { defaultWithoutText, type FolderRules, type FolderRulesChange } from '../../main/contract/folder-rules.ts';
import type { AppState, FolderState } from '../../main/contract/state.ts';
import { Choices, Field } from '../elements/form-fields.tsx';
import { Details } from '../elements/details.tsx';
import { FailureMessage } from '../elements/failure-message.tsx';
import { shownName, t, text } from '../text.ts';
import { useStore } from '../store/use-window.ts';
import { AddFolder, ApprovalChoice, PilotChoice, SuggestedFolders } from './add-folder.tsx';
import { DryRun } from './dry-run.tsx';

export function Folders({ app }: { readonly app: AppState }) {
  return (
    <section aria-labelledby="folders-title">
      <h2 id="folders-title">{t('window.folder.title')}</h2>
      <p className="dim lead">{t(app.folders.length === 0 ? 'window.folder.noneText' : 'window.folder.lead')}</p>
      {app.folders.length > 0 && (
        <ul className="folders">
          {app.folders.map((folder) => (
            <FolderCard key={folder.id} folder={folder} app={app} />
          ))}
        </ul>
      )}
      <SuggestedFolders key={app.folders.map(({ path }) => path).join('\n')} />
      <Details key={app.folders.length} summary={t('window.bay.watchFolder')} isOpen={app.folders.length === 0}>
        {() => <AddFolder canChoose={app.host.canChooseFolder} />}
      </Details>
    </section>
  );
}

const lamp: Record<FolderState['status'], string> = {
  starting: 'unknown',
  watching: 'online',
  polling: 'online',
  unavailable: 'offline',
  unwatched: 'unknown',
};

/** A watched folder: its status and rules, the number of added files, and the skipped files with the reasons. */
function FolderCard({ folder, app }: { readonly folder: FolderState; readonly app: AppState }) {
  const { send, offerUndo } = useStore();
  const [isOpen, setIsOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const { id, name, path, status, added, growing, existing, otherNames, skipped, skippedCount, notFiled, concern } =
    folder;
  const close = () => {
    setIsOpen(false);
    toggle.current?.focus();
  };
  async function stop() {
    if (!(await send('folders.remove', { id }))) return;
    offerUndo(t('window.undo.stopped', { folder: name }), () => send('folders.restore', { id }));
  }
  return (
    <li className="card folder">
      <div className="card-text">
        <h3>{shownName(name)}</h3>
        <span className="dim small mono breakable">{shownName(path)}</span>
        <span className="line folder-facts small">
          <span>
            <span className={`lamp ${lamp[status]}`} aria-hidden="true" />
            {t('window.folder.status', { status })}
          </span>
          <span className="time">{t('window.folder.added', { n: added })}</span>
          {growing > 0 && <span className="time">{t('window.folder.growing', { n: growing })}</span>}
          {otherNames > 0 && <span className="time">{t('window.folder.otherNames', { n: otherNames })}</span>}
        </span>
        <ul className="line folder-rules small" aria-label={t('window.rule.of', { folder: name })}>
          {[...pilotText(folder, app), ...rulesText(folder.rules)].map((part) => (
            <li key={part} className="breakable">
              {part}
            </li>
          ))}
        </ul>
        {status === 'polling' && <p className="dim small">{t('window.folder.pollingText')}</p>}
        {concern && (
          <p className="small invalid">
            <FailureMessage failure={concern} />
          </p>
        )}
        {/* The files from before the folder was watched can be added as long as there are any. */}
        {existing > 0 && (
          <p className="line folder-before small">
            <span>{t('window.folder.existing', { n: existing })}</span>
            <Button size="small" onClick={() => void send('folders.addExisting', { id })}>
              {t('window.folder.addExisting', { n: existing })}
            </Button>
          </p>
        )}
        {notFiled.length > 0 && (
          <ul className="concern-text not-filed" aria-label={t('window.folder.notFiled')}>
            {notFiled.map((file) => (
              <li key={`${file.name} ${text(file.message)}`} className="breakable">
                {text(file.message)}
              </li>
            ))}
          </ul>
        )}
        {skipped.length > 0 && (
          <details className="small">
            <summary>{t('window.folder.skipped', { n: skippedCount })}</summary>
            <ul className="skipped">
              {skipped.map((file) => (
                <li key={file.name}>
                  {/* Many messages already contain the file name. */}
                  {!text(file.message).includes(shownName(file.name)) && (
                    <b className="breakable">{shownName(file.name)} </b>
                  )}
                  <span className="dim">{text(file.message)}</span>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <span className="actions">
        <Button
          ref={toggle}
          aria-label={t('window.common.actionOn', { action: t('window.rule.change'), name })}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('window.rule.change')}
        </Button>
        <Button
          aria-label={t('window.common.actionOn', { action: t('window.folder.remove'), name })}
          onClick={() => void stop()}
        >
          {t('window.folder.remove')}
        </Button>
      </span>
      {isOpen && <RulesForm folder={folder} app={app} onClose={close} />}
    </li>
  );
}

type FolderRulesProps = { readonly folder: FolderState; readonly app: AppState; readonly onClose: () => void };

/** The form for the rules of a folder: file names, approval, and what happens to a file after its upload. */
function RulesForm({ folder, app, onClose }: FolderRulesProps) {
  const store = useStore();
  const { canTrash } = app.host;
  const [rules, setRules] = useState<FolderRules>(() => ({
    ...folder.rules,
    pilot: folder.pilot === null ? null : (folder.rules.pilot ?? null),
  }));
  const [names, setNames] = useState(() => rules.names.join('\n'));
  const { approval, withoutText = defaultWithoutText, afterUpload } = rules;
  const pilots = pilotsOf(folder, app);
  const [error, setError] = useState<string | null>(null);
  const change = (part: FolderRulesChange) => {
    setRules((known) => ({ ...known, ...part }));
    setError(null);
  };

  async function save(event: FormEvent) {
    event.preventDefault();
    const result = await store.ask('folders.setRules', {
      id: folder.id,
      rules: { ...rules, names: patternsOf(names) },
    });
    if (!result.ok) return setError(text(result.failure.message));
    store.notify(t('window.rule.saved', { folder: folder.name }));
    onClose();
  }

  return (
    <form
      className="rules"
      onSubmit={(event) => void save(event)}
      aria-label={t('window.rule.of', { folder: folder.name })}
      noValidate
    >
      <Field
        label={t('window.rule.names')}
        hint={t('window.rule.namesHint')}
        className="mono"
        rows={Math.min(8, Math.max(2, names.split('\n').length))}
        value={names}
        spellCheck={false}
        onChange={({ target }) => setNames(target.value)}
      />
      {pilots.length > 1 && (
        <PilotChoice pilots={pilots} pilot={rules.pilot ?? null} onChange={(pilot) => change({ pilot })} />
      )}
      <ApprovalChoice
        approval={approval}
        hint={t('window.rule.askHint')}
        onChange={(isAsked) => change({ approval: isAsked })}
      />
      <Choices
        question={t('window.rule.withoutText')}
        value={withoutText}
        onChange={(withoutText) => change({ withoutText })}
        choices={[
          { value: 'off', label: t('window.rule.withoutTextOff') },
          { value: 'advise', label: t('window.rule.withoutTextAdvise') },
          { value: 'hold', label: t('window.rule.withoutTextHold'), hint: t('window.rule.withoutTextHint') },
        ]}
      />
      <Choices
        question={t('window.rule.after')}
        value={afterUpload.kind}
        onChange={(kind) => change({ afterUpload: kind === 'move' ? { kind, to: '' } : { kind } })}
        choices={[
          { value: 'leave', label: t('window.rule.leave') },
          {
            value: 'move',
            label: t('window.rule.move'),
            more: (
              <Field
                label={t('window.rule.moveTo')}
                hint={t('window.rule.moveHint')}
                className="mono"
                value={afterUpload.kind === 'move' ? afterUpload.to : ''}
                maxLength={4096}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => change({ afterUpload: { kind: 'move', to: event.target.value } })}
              />
            ),
          },
          {
            value: 'trash',
            label: t('window.rule.trash'),
            hint: canTrash ? t('window.rule.trashHint') : t('window.rule.noTrash'),
            isDisabled: !canTrash,
          },
        ]}
      />
      {afterUpload.kind !== 'leave' && <p className="dim small">{t('window.rule.onlyUploaded')}</p>}
      {error !== null && (
        <p className="invalid small" role="alert">
          {error}
        </p>
      )}
      <DryRun path={folder.path} names={patternsOf(names)} approval={approval} />
      <span className="actions">
        <Button type="submit" look="main">
          {t('window.rule.save')}
        </Button>
        <Button onClick={onClose}>{t('window.common.cancel')}</Button>
      </span>
    </form>
  );
}

/** One pattern a line. */
const patternsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The pilots whose reports those of a folder can be: all who are signed in, and its own. */
function pilotsOf({ pilot, rules }: FolderState, { accounts }: AppState) {
  const isSignedIn = accounts.some(({ id }) => id === rules.pilot);
  return pilot === null || isSignedIn ? accounts : [...accounts, { id: rules.pilot!, name: pilot }];
}

/** Whose reports those of a folder are, where that is a question. */
function pilotText(folder: FolderState, app: AppState): string[] {
  if (folder.pilot !== null && !app.accounts.some(({ id }) => id === folder.rules.pilot))
    return [t('window.account.signedOut', { name: folder.pilot })];
  return pilotsOf(folder, app).length < 2
    ? []
    : [folder.pilot === null ? t('window.rule.pilotShown') : t('window.pilots.addedFor', { name: folder.pilot })];
}

/** Summarizes the rules: which files, when, and what happens to them after the upload. */
function rulesText({ names, afterUpload, approval, withoutText = defaultWithoutText }: FolderRules): string[] {
  return [
    names.includes('*') ? t('window.rule.everyImage') : t('window.rule.namesLike', { patterns: names }),
    t('window.rule.when', { approval }),
    ...(withoutText === 'off' ? [] : [t('window.rule.thenWithoutText', { rule: withoutText })]),
    afterUpload.kind === 'move'
      ? t('window.rule.thenMoved', { folder: afterUpload.to })
      : t('window.rule.then', { after: afterUpload.kind }),
  ];
}
