// The dialog that lists the keyboard shortcuts of the inbox.
import { Dialog } from '../../../ui/dialog.tsx';
import { SingleKeyShortcutSwitch } from '../../screen/single-key-shortcut-switch.tsx';
import { useModalWhileRendered } from '../../screen/confirm-dialog.tsx';
import { shortcutsTexts as t } from './options-texts.ts';
import styles from './inbox-shortcuts-dialog.module.css';

const single: [key: string, text: string][] = [
  ['/', t.search],
  ['j', t.next],
  ['k', t.previous],
  ['r', t.reply],
  ['s', t.status],
  ['x', t.select],
  ['w', t.longest],
  ['?', t.list],
];

const always: [key: string, text: string][] = [
  ['Ctrl+Enter', t.send],
  ['Ctrl+Shift+Enter', t.sendAndNext],
  ['F8', t.toasts],
  ['Ctrl+B', t.sidebar],
];

function KeyList({ keys }: { keys: typeof single }) {
  return (
    <dl className={styles.keys}>
      {keys.map(([key, text]) => (
        <div className="spread items-baseline gap-4-16 hair-bottom py-6" key={key}>
          <dt>
            {key.split('+').map((part) => (
              <kbd className={styles.key} key={part}>
                {part}
              </kbd>
            ))}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What each key does, with the switch that turns the single ones off. */
export default function InboxShortcutsDialog({ onClose }: { onClose: () => void }) {
  const content = useModalWhileRendered<HTMLDivElement>();
  return (
    <Dialog description={t.description} id="inbox-keys" onClose={onClose} title={t.title}>
      <div className="stack mt-16 text-17" ref={content}>
        <KeyList keys={single} />
        <SingleKeyShortcutSwitch />
        <h3>{t.alwaysTitle}</h3>
        <KeyList keys={always} />
      </div>
    </Dialog>
  );
}
