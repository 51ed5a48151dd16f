// Lists the third-party packages in the app, each with the text of its licence.
import { Button } from '../elements/button.tsx';
import { Details } from '../elements/details.tsx';
import { Sheet, useModal } from '../elements/sheet.tsx';
import { t } from '../text.ts';
import { type Licence, licences } from './licence-list.ts';

export default function LicencesDialog({ close }: { readonly close: () => void }) {
  const ref = useModal();
  return (
    <Sheet ref={ref} className="licences" title={t('window.licences.title')} close={close}>
      <p className="dim">
        {licences.length === 0 ? t('window.licences.none') : t('window.licences.text', { n: licences.length })}
      </p>
      <ul>
        {licences.map((one) => (
          <PackageLicence key={`${one.name} ${one.version}`} licence={one} />
        ))}
      </ul>
      <Button onClick={() => ref.current?.close()}>{t('window.common.close')}</Button>
    </Sheet>
  );
}

/** All texts together are half a megabyte. */
const PackageLicence = ({ licence: { name, version, licence, text } }: { readonly licence: Licence }) => (
  <li>
    <Details
      summary={
        <>
          {name} {version} <span className="dim">{licence}</span>
        </>
      }
    >
      {() => (
        <pre className="mono" lang="en">
          {text}
        </pre>
      )}
    </Details>
  </li>
);
