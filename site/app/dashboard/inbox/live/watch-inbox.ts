import { watchTables, type ChangedRow, type ChannelListeners } from '../../screen/watch-tables.ts';

export interface InboxListeners extends ChannelListeners {
  /** A lead or its thread changed. The id alone: rows are refetched under the user's own policies. */
  onLead: (leadId: string) => void;
  /** The leads in quarantine changed. */
  onQuarantineChange: () => void;
}

/** The returned function stops it. */
export function watchInbox({ onLead, onQuarantineChange, ...channel }: InboxListeners): () => void {
  const ofLead = ({ lead_id: id }: ChangedRow) => id && onLead(id);
  return watchTables(
    {
      leads: ({ id }) => id && onLead(id),
      lead_messages: ofLead,
      lead_notes: ofLead,
      lead_follow_ups: ofLead,
      quarantined_leads: onQuarantineChange,
    },
    channel,
  );
}
