// If the focused element is removed (a fault, a consent), the browser moves the focus to the start of the page. This moves it
// to the nearest remaining ancestor instead.
import { useEffect } from 'react';

export function useKeptFocus(): void {
  useEffect(() => {
    /** The focused element and its ancestors, innermost first. */
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
