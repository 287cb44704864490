// Automatic replies as systems write them, mostly without a header that marks them.

export interface Reply {
  system: string;
  subject: string;
  body: string;
  headers: Record<string, string>;
}

export const about = 'Re: Your inquiry to Fairlead Digital';

export function replyOf(
  system: string,
  subject: string,
  body: string,
  headers: Record<string, string> = {},
): Reply {
  return { system, subject, body, headers };
}

export const automaticReplies: readonly Reply[] = [
  replyOf('Exchange, English', `Automatic reply: ${about}`, 'I am out of the office until Monday with limited access to email. For urgent matters, please contact bo@roy.example.'),
  replyOf('Exchange, French', `Réponse automatique : ${about}`, "Bonjour,\n\nJe suis absent du bureau jusqu'au 1er décembre. En cas d'urgence, contactez Bo."),
  replyOf('Exchange, German', `Automatische Antwort: ${about}`, 'Vielen Dank für Ihre E-Mail. Ich bin bis zum 30.11. nicht im Büro. Ihre Nachricht wird nicht weitergeleitet.'),
  replyOf('Exchange, Spanish', `Respuesta automática: ${about}`, 'Estoy de vacaciones hasta el 30 de noviembre. Para asuntos urgentes, contacte con Bo.'),
  replyOf('Exchange, Italian', `Risposta automatica: ${about}`, 'Sono in ferie fino al 30 novembre. Risponderò al mio rientro.'),
  replyOf('Exchange, Portuguese', `Resposta automática: ${about}`, 'Estou de férias até 30 de novembro. Responderei assim que regressar.'),
  replyOf('Exchange, Dutch', `Automatisch antwoord: ${about}`, 'Ik ben afwezig tot en met 30 november. Bij dringende zaken kunt u contact opnemen met Bo.'),
  replyOf('Exchange, Polish', `Odpowiedź automatyczna: ${about}`, 'Dziękuję za wiadomość. Jestem na urlopie do 30 listopada. W pilnych sprawach proszę o kontakt z Bo.'),
  replyOf('Exchange, Swedish', `Automatiskt svar: ${about}`, 'Tack för ditt mejl. Jag har semester och är tillbaka den 30 november.'),
  replyOf('Exchange, Ukrainian', `Автоматична відповідь: ${about}`, 'Дякую за ваш лист. Я у відпустці до 30 листопада. Відповім після повернення.'),
  replyOf('Exchange, Russian', `Автоматический ответ: ${about}`, 'Здравствуйте! Я в отпуске до 30 ноября. По срочным вопросам обращайтесь к Бо.'),
  replyOf('Exchange, Japanese', `自動応答: ${about}`, 'メールをありがとうございます。11月30日まで休暇をいただいております。'),
  replyOf('Exchange, Chinese', `自动答复: ${about}`, '您好，我正在休假，11月30日返回。急事请联系同事。'),
  replyOf('Exchange, Chinese of Taiwan', `自動回覆: ${about}`, '您好，我目前休假中，將於11月30日回來，屆時儘快回覆您。'),
  replyOf('Exchange, Korean', `자동 회신: ${about}`, '안녕하세요. 11월 30일까지 휴가입니다. 복귀 후 답변드리겠습니다.'),
  replyOf('Exchange, Arabic', `رد تلقائي: ${about}`, 'أنا في إجازة حتى 30 نوفمبر. سأرد على رسالتك عند العودة.'),
  replyOf('Exchange, Punjabi', `ਆਟੋਮੈਟਿਕ ਜਵਾਬ: ${about}`, 'ਮੈਂ 30 ਨਵੰਬਰ ਤੱਕ ਛੁੱਟੀ ਤੇ ਹਾਂ। ਵਾਪਸ ਆ ਕੇ ਜਵਾਬ ਦੇਵਾਂਗਾ।'),
  replyOf('Exchange, Danish', `Automatisk svar: ${about}`, 'Tak for din mail. Jeg holder ferie og er tilbage den 30. november.'),
  replyOf('Exchange, Czech', `Automatická odpověď: ${about}`, 'Děkuji za zprávu. Do 30. listopadu mám dovolenou.'),
  replyOf('Exchange, Turkish', `Otomatik yanıt: ${about}`, '30 Kasım tarihine kadar izinliyim. Acil durumlarda Bo ile görüşün.'),
  replyOf('Outlook, old', `Out of Office: ${about}`, 'I am on annual leave and will be back on November 30.'),
  replyOf('Outlook, old, AutoReply', `Out of Office AutoReply: ${about}`, 'I will return on Monday.'),
  replyOf('Outlook, German, old', `Abwesenheitsnotiz: ${about}`, 'Ich bin bis einschließlich Freitag im Urlaub. In dringenden Fällen wenden Sie sich an Bo.'),
  replyOf('Outlook, French, old', `Absence du bureau : ${about}`, 'Je serai de retour le 30 novembre.'),
  replyOf('Outlook, Italian, old', `Fuori ufficio: ${about}`, 'Sarò assente fino al 30 novembre.'),
  replyOf('Outlook, Dutch, old', `Afwezigheidsbericht: ${about}`, 'Ik ben op vakantie tot 30 november.'),
  replyOf('Outlook, Spanish, old', `Fuera de la oficina: ${about}`, 'Estaré ausente hasta el lunes.'),
  replyOf('Outlook, Swedish, old', `Frånvaro: ${about}`, 'Jag är inte på kontoret den här veckan. Tillbaka på måndag.'),
  replyOf('Outlook, Portuguese, old', `Fora do escritório: ${about}`, 'Estou ausente. Volto na segunda-feira.'),
  replyOf('Outlook, Polish, old', `Poza biurem: ${about}`, 'Jestem nieobecny do piątku.'),
  replyOf('Lotus Notes', 'AUTO: Ana Roy is out of the office (returning 11/30/2026)', 'I am out of the office until 11/30/2026.\n\nNote: This is an automated response to your message "Your inquiry".'),
  replyOf('Lotus Notes, German', 'Ana Roy/ROY/DE ist außer Haus. Automatische Antwort', 'Ich bin bis zum 30.11.2026 abwesend. Ich werde Ihre Nachricht nach meiner Rückkehr beantworten.'),
  replyOf('Lotus Notes, older', 'Ana Roy is out of the office.', 'I will be out of the office starting 11/23/2026 and will not return until 11/30/2026. I will respond to your message when I return.'),
  replyOf('Lotus Notes, French', 'AUTO : Ana Roy est absente (retour le 30/11/2026)', 'Je suis absente du bureau. Je répondrai à votre message dès mon retour.'),
  replyOf('Mercury', 'Auto-reply: Your inquiry', 'This is an automatic reply. I am away until Monday.'),
  replyOf('FirstClass', 'Auto reply from Ana Roy', 'Thank you for your message. I am out of the office until Monday.'),
  replyOf('FirstClass, brackets', '[Auto-Reply] Your inquiry', 'I am away this week and will answer when I return.'),
  replyOf('GroupWise', 'Out of Office', 'I am out of the office and will return on Monday.'),
  replyOf('GroupWise, French', "Message d'absence", 'Je suis en congé jusqu’au 30 novembre.'),
  replyOf('Zimbra', `Out of Office: ${about}`, 'I am currently out of the office.', { Precedence: 'bulk' }),
  replyOf('Gmail vacation', 'On vacation until November 30', 'Hello,\n\nThank you for your email. I am on vacation and will reply when I am back.', { Precedence: 'bulk', 'X-Autoreply': 'yes' }),
  replyOf('Gmail vacation, German', 'Urlaub', 'Ich bin im Urlaub und antworte nach meiner Rückkehr am 30. November.'),
  replyOf('Dovecot Sieve', `Automated reply: ${about}`, 'I am on leave until Monday.'),
  replyOf('Dovecot Sieve, marked', 'Away', 'Gone fishing.', { 'Auto-Submitted': 'auto-replied (vacation)' }),
  replyOf('iCloud', about, 'This is an automatic reply. I am on holiday and will be back on Monday.'),
  replyOf('vacation(1)', 'away from my mail', 'I will not be reading my mail for a while.', { Precedence: 'junk' }),
  replyOf('X-Autoreply', about, 'Thank you for your message. I will read it soon.', { 'X-Autoreply': 'yes' }),
  replyOf('X-Autorespond', about, 'Merci pour votre message. Je suis absente.', { 'X-Autorespond': 'Your inquiry' }),
  replyOf('Precedence: auto_reply', about, 'Vielen Dank für Ihre Nachricht. Wir melden uns.', { Precedence: 'auto_reply' }),
  replyOf('a small mail server', about, 'Out on the boat.', { 'Return-Path': '<>' }),
  replyOf('Zendesk', 'Your request (#4411) has been received', 'Your request (4411) has been received and is being reviewed by our support staff.\n\nTo add comments, reply to this email.'),
  replyOf('Freshdesk', 'Ticket Received - Your inquiry', 'Dear Fairlead,\n\nWe would like to acknowledge that we have received your request and a ticket has been created. A support representative will respond within one business day.'),
  replyOf('OTRS, German', '[Ticket#2026112310000044] Ihre Anfrage ist eingegangen', 'Vielen Dank für Ihre Anfrage. Ihre E-Mail ist bei uns eingegangen und hat die Ticketnummer 2026112310000044.'),
  replyOf('Help desk, French', 'Nous avons bien reçu votre demande', 'Merci de votre message. Votre demande porte le numéro 4411. Nous vous répondrons dans les meilleurs délais.'),
  replyOf('Help desk, Spanish', 'Hemos recibido su solicitud', 'Gracias por contactar con nosotros. Su mensaje ha sido recibido y responderemos lo antes posible.'),
  replyOf('a firm, Dutch', 'Ontvangstbevestiging', 'Bedankt voor uw bericht. Wij hebben uw aanvraag ontvangen en nemen zo snel mogelijk contact met u op.'),
  replyOf('Ticket system, marked', '[#4411] Your inquiry', 'Noted.', { 'Auto-Submitted': 'auto-generated' }),
  replyOf('Russian, own words', `Автоответ: ${about}`, 'Спасибо за письмо. Меня нет на месте, вернусь 30 ноября.'),
  replyOf('Japanese, own words', '不在通知: お問い合わせの件', '只今不在にしております。戻り次第ご連絡いたします。'),
  replyOf('Chinese, QQ', `自动回复:${about}`, '你好，你的邮件已收到，我会尽快给你回复。'),
  replyOf('Korean, Naver', `[자동응답] ${about}`, '부재중입니다. 메일을 확인하는 대로 연락드리겠습니다.'),
  replyOf('Arabic, own words', 'خارج المكتب', 'شكرا لرسالتك. أنا خارج المكتب حتى يوم الاثنين.'),
  replyOf('with "Urgent?"', `Automatic reply: ${about}`, 'I am away until Monday. Urgent? Call the office.'),
  replyOf('no longer here', `Automatic reply: ${about}`, 'Ana no longer works at Roy Ceramics. Please contact bo@roy.example.'),
  replyOf('maternity leave', `Abwesenheit: ${about}`, 'Ich befinde mich in Elternzeit. Meine Vertretung ist Bo Lind.'),
  replyOf('closed over the holidays', `Out of office: ${about}`, 'Our office is closed from December 24 to January 2.'),
]; // prettier-ignore
