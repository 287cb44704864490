// A provider of SMS as the send_sms hook reaches it: takes {user, sms: {otp}} by POST.
import { startWebhook } from '../webhook/webhook.ts';

export interface SmsHook {
  /** For auth.hook.send_sms: `uri` and `secrets`. */
  uri: string;
  secrets: string;
  /** What was taken: numbers in digits, with their codes. */
  sent: { phone: string; otp: string }[];
  /** From now on every message is refused with this status; 0 takes them again. */
  refuse(status: number): void;
  close(): Promise<void>;
}

/** Starts the provider on loopback. */
export async function startSmsHook(): Promise<SmsHook> {
  const sent: SmsHook['sent'] = [];
  let refusal = 0;
  const { uri, secrets, close } = await startWebhook((input) => {
    if (refusal !== 0) return { status: refusal };
    const { user, sms } = input as { user: { phone: string }; sms: { otp: string } };
    sent.push({ phone: user.phone, otp: sms.otp });
    return {};
  });
  return {
    uri,
    secrets,
    sent,
    refuse(status) {
      refusal = status;
    },
    close,
  };
}
