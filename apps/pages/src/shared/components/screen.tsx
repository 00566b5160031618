import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';

/** Whether a screen has been shown since the page was opened. The first one leaves the focus where the browser puts it. */
let isLater = false;

interface ScreenProps {
  title: string;
  /** Of the window, if it is not the heading. Never contains the link. */
  windowTitle?: string;
  /** Above the heading. */
  seal?: { icon: IconName; isOver?: boolean };
  eyebrow?: ComponentChildren;
  children: ComponentChildren;
  /** Beside the text on wide windows. */
  side?: ComponentChildren;
  isAlert?: boolean;
}

/** A view of a page with its heading, which gets the focus when the view changes. */
export function Screen({ title, windowTitle = title, seal, eyebrow, children, side, isAlert }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = windowTitle;
  }, [windowTitle]);
  useLayoutEffect(() => {
    if (isLater) {
      heading.current?.focus();
      window.scrollTo(0, 0);
    }
    isLater = true;
  }, []);
  const text = (
    <div class={side ? 'stack' : 'stack measure'} role={isAlert ? 'alert' : undefined}>
      {seal && <Icon name={seal.icon} class={seal.isOver ? 'seal off' : 'seal'} />}
      {eyebrow && <p class="eyebrow">{eyebrow}</p>}
      <h1 tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {children}
    </div>
  );
  return side ? (
    <div class="cols">
      {text}
      {side}
    </div>
  ) : (
    text
  );
}
