import { watchTables, type ChangedRow, type ChannelListeners } from '../../screen/watch-tables.ts';

export interface InboxListeners extends ChannelListeners {
  /** A lead or its thread changed. The id alone: rows are refetched under the user's own policies. */
  onLead: (leadId: string) => void;
  /** One of the leads changed, and it is not known which. */
  onAnyLead: () => void;
  /** The leads in quarantine or the received mails changed. */
  onOtherChange: () => void;
}

/** The returned function stops it. */
export function watchInbox({ onLead, onAnyLead, onOtherChange, ...channel }: InboxListeners): () => void {
  const ofLead = ({ lead_id: id }: ChangedRow) => id && onLead(id);
  return watchTables(
    {
      leads: ({ id }) => id && onLead(id),
      lead_messages: ofLead,
      // of a deleted one there is only its own id
      lead_notes: ({ lead_id: id }) => (id ? onLead(id) : onAnyLead()),
      lead_follow_ups: ofLead,
      quarantined_leads: onOtherChange,
      received_mails: onOtherChange,
    },
    channel,
  );
}
