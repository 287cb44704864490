// The collapsible tools panel of a lead card: the toggle button, the lazily loaded content.
import { classNames } from '../../../ui/class-names.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { Icon, Spinner } from '../../../ui/icon.tsx';
import { lazyComponent } from '../../../ui/lazy-component.ts';
import type { Lead } from '../read-leads-page.ts';
import { leadToolsTexts as t } from '../inbox-texts.ts';
import styles from './tools.module.css';

const LeadTools = lazyComponent(
  () => import('./lead-tools.tsx'),
  () => <Spinner label={t.loading} />,
);

const panelId = (leadId: string): string => `tools-${leadId}`;

interface ToolsProps {
  lead: Lead;
  open: boolean;
}

/** The button that opens or closes the panel. */
export function LeadToolsToggle({ lead, open, onToggle }: ToolsProps & { onToggle: () => void }) {
  return (
    <button
      aria-controls={panelId(lead.id)}
      aria-expanded={open}
      className={styles.toggle}
      data-screen-only=""
      onClick={onToggle}
      type="button"
    >
      <RichText text={t.toggle(lead.name)} />
      <Icon name={open ? 'chevron-up' : 'chevron-down'} />
    </button>
  );
}

/** Empty while it is closed. */
export function LeadToolsPanel({ lead, open }: ToolsProps) {
  return (
    <div
      className={classNames(styles.panel, 'dense')}
      data-screen-only=""
      hidden={!open}
      id={panelId(lead.id)}
    >
      {open && <LeadTools lead={lead} />}
    </div>
  );
}
