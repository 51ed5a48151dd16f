// The small print under a failure: its error code, and whether that is the service's, the system's or the proxy's.
import { codeOwner } from '../../main/contract/failure.ts';
import { t } from '../text.ts';

/** Returns null if the code means nothing to a pilot. */
export function codeText(code: string): string | null {
  switch (codeOwner(code)) {
    case 'service':
      return t('window.common.serviceCode', { code });
    case 'computer':
      return t('window.common.systemCode', { code });
    case 'proxy':
      return t('window.common.proxyCode', { code: code.replace('proxy: ', '') });
    case null:
      return null;
  }
}
