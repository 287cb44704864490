// A fake SMS provider for the send_sms hook, which posts {user, sms: {otp}}.
import { startWebhook } from './webhook.ts';

export interface SmsHook {
  /** Values for auth.hook.send_sms: `uri` and `secrets`. */
  uri: string;
  secrets: string;
  /** Accepted messages: numbers in digits, with their codes. */
  sent: { phone: string; otp: string }[];
  /** With 0, messages are accepted. */
  rejectWith(status: number): void;
  close(): Promise<void>;
}

export async function startSmsHook(): Promise<SmsHook> {
  const sent: SmsHook['sent'] = [];
  let rejectionStatus = 0;
  const { uri, secrets, close } = await startWebhook((input) => {
    if (rejectionStatus !== 0) return { status: rejectionStatus };
    const { user, sms } = input as { user: { phone: string }; sms: { otp: string } };
    sent.push({ phone: user.phone, otp: sms.otp });
    return {};
  });
  return {
    uri,
    secrets,
    sent,
    rejectWith(status) {
      rejectionStatus = status;
    },
    close,
  };
}
