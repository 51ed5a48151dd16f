// Where what has the focus goes away (a fault that is removed, a consent that is revoked), the browser lets the focus fall
// to the page's very beginning. This gives it to what stood around it, so that the keyboard goes on from there.
import { useEffect } from 'react';

export function useKeptFocus(): void {
  useEffect(() => {
    /** What has the focus, and what stands around it, from the inside out. */
    let path: Element[] = [];
    const focused = ({ target }: FocusEvent) => {
      path = [];
      for (let element = target instanceof Element ? target : null; element !== null; element = element.parentElement)
        path.push(element);
    };
    const observer = new MutationObserver(() => {
      if (path[0] === undefined || path[0].isConnected || document.activeElement !== document.body) return;
      const around = path.find((element) => element.isConnected);
      path = [];
      if (!(around instanceof HTMLElement) || around === document.body) return;
      if (!around.hasAttribute('tabindex')) around.tabIndex = -1;
      around.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', focused);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', focused);
      observer.disconnect();
    };
  }, []);
}
