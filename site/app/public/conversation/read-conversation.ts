import type { RouterContextProvider } from 'react-router';
import { readFailure } from '../../data/read-or-throw.ts';
import { serverClient } from '../../data/server-client.ts';

export interface ConversationMessage {
  from_staff: boolean;
  /** the colleague's name; null where it has none, and of the prospect */
  author: string | null;
  message: string;
  sent_at: string;
}

export interface OpenConversation {
  state: 'open';
  expires_at: string;
  service: string | null;
  /** token of the page where this address says that it wants no more mail */
  unsubscribe: string;
  /** than these, which are the newest */
  has_more: boolean;
  /** oldest first */
  messages: ConversationMessage[];
}

/** As `read_conversation` has it; null for a token that is not ours. */
export type Conversation = OpenConversation | { state: 'expired' } | null;

export async function readConversation(
  context: Readonly<RouterContextProvider>,
  token: string,
): Promise<Conversation> {
  const { data, error } = await serverClient(context).rpc('read_conversation', { token });
  if (error) throw readFailure('a conversation', error);
  return data as unknown as Conversation;
}
