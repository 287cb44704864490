// How mail programs of many languages quote the mail that they answer, and what they append to a mail.

/** The text below the new text. `marked`: each line begins with >; otherwise the former mail follows unchanged. */
export interface QuotingProgram {
  program: string;
  intro: string;
  isMarked: boolean;
}

const us = 'Fairlead <post@mail.example.test>';
const reply = 'Fairlead <reply+abc@mail.example.test>';
const ana = 'Ana Roy <ana@roy.example>';

const marked = (program: string, intro: string): QuotingProgram => ({ program, intro, isMarked: true });
const plain = (program: string, intro: string): QuotingProgram => ({ program, intro, isMarked: false });

const head = (labels: string, day: string, subject = 'Re: Your inquiry'): string => {
  const [from = '', sent = '', to = '', about = ''] = labels.split('|');
  return `${from}: ${reply}\n${sent}: ${day}\n${to}: ${ana}\n${about}: ${subject}`;
};
const line = '________________________________\n';

export const quotingPrograms: readonly QuotingProgram[] = [
  marked('Gmail, English', `On Mon, Nov 23, 2026 at 10:02 AM ${us} wrote:`),
  marked('Gmail, French', `Le lun. 23 nov. 2026 à 10:02, ${us} a écrit :`),
  marked('Gmail, German', `Am Mo., 23. Nov. 2026 um 10:02 Uhr schrieb ${us}:`),
  marked('Gmail, Spanish', `El lun, 23 nov 2026 a las 10:02, Fairlead (<post@mail.example.test>) escribió:`),
  marked('Gmail, Italian', `Il giorno lun 23 nov 2026 alle ore 10:02 ${us} ha scritto:`),
  marked('Gmail, Portuguese', `${us} escreveu em seg., 23/11/2026 à(s) 10:02 :`),
  marked('Gmail, Portuguese of Brazil', `Em seg., 23 de nov. de 2026 às 10:02, ${us} escreveu:`),
  marked('Gmail, Dutch', `Op ma 23 nov 2026 om 10:02 schreef ${us}:`),
  marked('Gmail, Polish', `pon., 23 lis 2026 o 10:02 ${us} napisał(a):`),
  marked('Gmail, Swedish', `Den mån 23 nov. 2026 kl 10:02 skrev ${us}:`),
  marked('Gmail, Danish', `Den man. 23. nov. 2026 kl. 10.02 skrev ${us}:`),
  marked('Gmail, Ukrainian', `пн, 23 лист. 2026 р. о 10:02 ${us} пише:`),
  marked('Gmail, Russian', `пн, 23 нояб. 2026 г. в 10:02, ${us}:`),
  marked('Gmail, Japanese', `2026年11月23日(月) 10:02 ${us}:`),
  marked('Gmail, Chinese', `${us} 于2026年11月23日周一 10:02写道：`),
  marked('Gmail, Chinese of Taiwan', `${us} 於 2026年11月23日 週一 上午10:02寫道：`),
  marked('Gmail, Korean', `2026년 11월 23일 (월) 오전 10:02, ${us}님이 작성:`),
  marked('Gmail, Arabic', `في الاثنين، ٢٣ نوفمبر ٢٠٢٦ في ١٠:٠٢ ص تمت كتابة ما يلي بواسطة ${us}:`),
  marked('Gmail, Punjabi', `ਸੋਮ, 23 ਨਵੰ 2026 ਨੂੰ 10:02 ਪੂ.ਦੁ. ਵਜੇ, ${us} ਨੇ ਲਿਖਿਆ:`),
  marked('Gmail, Turkish', `${us}, 23 Kas 2026 Pzt, 10:02 tarihinde şunu yazdı:`),
  marked('Gmail, Czech', `po 23. 11. 2026 v 10:02 odesílatel ${us} napsal:`),
  marked('Gmail, Hindi', `सोम, 23 नव॰ 2026 को 10:02 am बजे ${us} ने लिखा:`),
  marked('Gmail, wrapped', 'El lun, 23 nov 2026 a las 10:02, Fairlead Digital and Friends (<\npost@mail.example.test>) escribió:'),
  plain('GroupWise', '>>> Fairlead <post@mail.example.test> 11/23/2026 10:02 AM >>>'),
  plain('Outlook, English', head('From|Sent|To|Subject', 'Monday, November 23, 2026 10:02 AM')),
  plain('Outlook, French', head('De |Envoyé |À |Objet ', 'lundi 23 novembre 2026 10:02')),
  plain('Outlook, German', head('Von|Gesendet|An|Betreff', 'Montag, 23. November 2026 10:02', 'AW: Your inquiry')),
  plain('Outlook, Spanish', line + head('De|Enviado|Para|Asunto', 'lunes, 23 de noviembre de 2026 10:02')),
  plain('Outlook, Italian', head('Da|Inviato|A|Oggetto', 'lunedì 23 novembre 2026 10:02', 'R: Your inquiry')),
  plain('Outlook, Portuguese', line + head('De|Enviado|Para|Assunto', 'segunda-feira, 23 de novembro de 2026 10:02')),
  plain('Outlook, Dutch', line + head('Van|Verzonden|Aan|Onderwerp', 'maandag 23 november 2026 10:02')),
  plain('Outlook, Polish', head('Od|Wysłano|Do|Temat', 'poniedziałek, 23 listopada 2026 10:02')),
  plain('Outlook, Swedish', head('Från|Skickat|Till|Ämne', 'den 23 november 2026 10:02', 'SV: Your inquiry')),
  plain('Outlook, Ukrainian', line + head('Від|Надіслано|Кому|Тема', 'понеділок, 23 листопада 2026 р. 10:02')),
  plain('Outlook, Russian', line + head('От|Отправлено|Кому|Тема', '23 ноября 2026 г. 10:02')),
  plain('Outlook, Japanese', line + head('差出人|送信日時|宛先|件名', '2026年11月23日 10:02')),
  plain('Outlook, Chinese', line + head('发件人|发送时间|收件人|主题', '2026年11月23日 10:02').replaceAll(': ', '：')),
  plain('Outlook, Korean', line + head('보낸 사람|보낸 날짜|받는 사람|제목', '2026년 11월 23일 월요일 오전 10:02')),
  plain('Outlook, Arabic', line + head('من|تم الإرسال|إلى|الموضوع', 'الاثنين، 23 نوفمبر، 2026 10:02 ص')),
  plain('Outlook, Punjabi', line + head('ਵੱਲੋਂ|ਭੇਜਿਆ ਗਿਆ|ਪ੍ਰਤੀ|ਵਿਸ਼ਾ', '23 ਨਵੰਬਰ 2026 10:02')),
  plain('Outlook, Finnish', line + head('Lähettäjä|Lähetetty|Vastaanottaja|Aihe', 'maanantai 23. marraskuuta 2026 10.02')),
  plain('Outlook, a language without its labels here', line + head('Nuo|Išsiųsta|Kam|Tema', '2026 m. lapkričio 23 d. 10:02')),
  plain('Outlook, bold', '*From:* Fairlead <post@mail.example.test>\n*Sent:* Monday, November 23, 2026 10:02 AM\n*To:* Ana Roy\n*Subject:* Re: Your inquiry'),
  plain('Outlook, old', '-----Original Message-----\nFrom: Fairlead [mailto:post@mail.example.test]\nSent: Monday, November 23, 2026 10:02 AM\nTo: Ana Roy\nSubject: Re: Your inquiry'),
  plain('Outlook, old, German', '-----Ursprüngliche Nachricht-----\nVon: Fairlead [mailto:post@mail.example.test]\nGesendet: Montag, 23. November 2026 10:02\nAn: Ana Roy\nBetreff: Re: Your inquiry'),
  marked('Apple Mail, German', `Am 23.11.2026 um 10:02 schrieb ${us}:`),
  marked('Apple Mail, Dutch', `Op 23 nov. 2026, om 10:02 heeft ${us} het volgende geschreven:`),
  marked('Apple Mail, Italian', `Il giorno 23 nov 2026, alle ore 10:02, ${us} ha scritto:`),
  marked('Apple Mail, Swedish', `23 nov. 2026 kl. 10:02 skrev ${us}:`),
  marked('Apple Mail, Polish', `Wiadomość napisana przez ${us} w dniu 23 lis 2026, o godz. 10:02:`),
  marked('Apple Mail, Japanese', `2026/11/23 10:02、${us}のメール:`),
  marked('Apple Mail, Chinese', `2026年11月23日 10:02，${us} 写道：`),
  marked('Apple Mail, Russian', `23 нояб. 2026 г., в 10:02, ${us} написал(а):`),
  marked('Apple Mail, Spanish', `El 23 nov 2026, a las 10:02, ${us} escribió:`),
  marked('Thunderbird, German', 'Am 23.11.26 um 10:02 schrieb Fairlead:'),
  marked('Thunderbird, Spanish', 'El 23/11/2026 a las 10:02, Fairlead escribió:'),
  marked('Thunderbird, Italian', 'Il 23/11/2026 10:02, Fairlead ha scritto:'),
  marked('Thunderbird, Polish', 'W dniu 23.11.2026 o 10:02, Fairlead pisze:'),
  marked('Thunderbird, Russian', '23.11.2026 10:02, Fairlead пишет:'),
  marked('Thunderbird, Japanese', 'On 2026/11/23 10:02, Fairlead wrote:'),
  marked('K-9', `On November 23, 2026 10:02:11 AM EST, ${us} wrote:`),
  plain('Yahoo, German', `    Am Montag, 23. November 2026 um 10:02:11 MEZ hat ${us} Folgendes geschrieben:  `),
  plain('Yahoo, Spanish', `    El lunes, 23 de noviembre de 2026, 10:02:11 CET, ${us} escribió:  `),
  plain('Yahoo, Italian', `    Il lunedì 23 novembre 2026 alle ore 10:02:11 CET, ${us} ha scritto:  `),
  plain('Yahoo, Portuguese', `    Em segunda-feira, 23 de novembro de 2026 às 10:02:11 BRT, ${us} escreveu:  `),
  plain('GMX', 'Gesendet: Montag, 23. November 2026 um 10:02 Uhr\nVon: "Fairlead" <post@mail.example.test>\nAn: "Ana Roy" <ana@roy.example>\nBetreff: Re: Your inquiry'),
  marked('Proton, German', `Am Montag, 23. November 2026 um 10:02 schrieb ${us}:`),
  plain('Yandex', '23.11.2026, 10:02, "Fairlead" <post@mail.example.test>:'),
  plain('Yandex, new', '----------------\nКому: Ana Roy (ana@roy.example);\nТема: Re: Your inquiry;\n23.11.2026, 10:02, "Fairlead" <post@mail.example.test>:'),
  marked('Mail.ru', 'Понедельник, 23 ноября 2026, 10:02 +03:00 от Fairlead <post@mail.example.test>:'),
  plain('QQ', '------------------ 原始邮件 ------------------\n发件人: "Fairlead" <post@mail.example.test>;\n发送时间: 2026年11月23日(星期一) 上午10:02\n收件人: "Ana Roy"<ana@roy.example>;\n主题: Re: Your inquiry'),
  plain('NetEase', 'At 2026-11-23 10:02:11, "Fairlead" <post@mail.example.test> wrote:'),
  plain('NetEase, Chinese', '在 2026-11-23 10:02:11，"Fairlead" <post@mail.example.test> 写道：'),
  plain('NetEase on a phone', '---- 回复的原邮件 ----\n| 发件人 | Fairlead<post@mail.example.test> |\n| 日期 | 2026年11月23日 10:02 |\n| 收件人 | ana@roy.example |\n| 主题 | Re: Your inquiry |'),
  plain('Naver', '-----Original Message-----\nFrom: "Fairlead" <post@mail.example.test>\nTo: <ana@roy.example>;\nCc:\nSent: 2026-11-23 (월) 10:02:11 (GMT+09:00)\nSubject: Re: Your inquiry'),
  plain('Samsung, German', '-------- Ursprüngliche Nachricht --------\nVon: Fairlead <post@mail.example.test>\nDatum: 23.11.26 10:02 (GMT+01:00)\nAn: Ana Roy <ana@roy.example>\nBetreff: Re: Your inquiry'),
  plain('Samsung, Korean', '-------- 원본 이메일 --------\n발신: Fairlead <post@mail.example.test>\n날짜: 26/11/23 오전 10:02 (GMT+09:00)\n받은 사람: Ana Roy <ana@roy.example>\n제목: Re: Your inquiry'),
  plain('Zoho', '---- On Mon, 23 Nov 2026 10:02:11 -0500 Fairlead <post@mail.example.test> wrote ---'),
  plain('Outlook on a phone', 'From: Fairlead <post@mail.example.test>\nDate: Monday, November 23, 2026 at 10:02 AM\nTo: Ana Roy <ana@roy.example>\nSubject: Re: Your inquiry'),
  plain('Outlook, empty lines between the fields', 'From: Fairlead <post@mail.example.test>\n\nSent: Monday, November 23, 2026 10:02 AM\n\nTo: Ana Roy\n\nSubject: Re: Your inquiry'),
  marked('Gmail, Finnish', `ma 23. marrask. 2026 klo 10.02 ${us} kirjoitti:`),
  marked('Gmail, Norwegian', `man. 23. nov. 2026 kl. 10:02 skrev ${us}:`),
  marked('Gmail, Hungarian', `${us} ezt írta (időpont: 2026. nov. 23., H, 10:02):`),
  marked('Gmail, Romanian', `În lun., 23 nov. 2026 la 10:02, ${us} a scris:`),
  marked('Gmail, Thai', `ในวันที่ จ. 23 พ.ย. 2026 เวลา 10:02 ${us} เขียนว่า:`),
  marked('Gmail, Vietnamese', `Vào Th 2, 23 thg 11, 2026 vào lúc 10:02 ${us} đã viết:`),
  marked('Gmail, Catalan', `Missatge de ${us} del dia dl., 23 de nov. 2026 a les 10:02:`),
  marked('Gmail, Lithuanian', `2026-11-23, pr, 10:02 ${us} rašė:`),
  marked('Gmail, Hebrew', `בתאריך יום ב׳, 23 בנוב׳ 2026 ב-10:02 מאת \u200fFairlead\u200f <post@mail.example.test\u200f>:`),
  plain('Outlook, German, with more fields', 'Von: Fairlead <reply+abc@mail.example.test>\nGesendet: Montag, 23. November 2026 10:02\nAn: Ana Roy <ana@roy.example>\nCc: Bo Lind <bo@roy.example>\nBetreff: Re: Your inquiry\nWichtigkeit: Hoch'),
  plain('Outlook, names alone', 'From: Fairlead Digital\nSent: Monday, November 23, 2026 10:02 AM\nTo: Ana Roy\nSubject: Re: Your inquiry'),
  plain('Outlook, Danish', 'Fra: Fairlead <reply+abc@mail.example.test>\nDato: mandag, 23. november 2026 kl. 10.02\nTil: Ana Roy <ana@roy.example>\nEmne: Re: Your inquiry'),
  plain('Outlook, Croatian', 'Šalje: Fairlead <reply+abc@mail.example.test>\nPoslano: 23. studenog 2026. 10:02\nPrima: Ana Roy <ana@roy.example>\nPredmet: Re: Your inquiry'),
  plain('Notes', '-----Fairlead <post@mail.example.test> wrote: -----\nTo: Ana Roy <ana@roy.example>\nFrom: Fairlead <post@mail.example.test>\nDate: 11/23/2026 10:02AM\nSubject: Re: Your inquiry'),
  plain('Samsung, Russian', '-------- Исходное сообщение --------\nОт: Fairlead <post@mail.example.test>\nДата: 23.11.2026 10:02 (GMT+03:00)\nКому: Ana Roy <ana@roy.example>\nТема: Re: Your inquiry'),
  plain('Huawei', '-------- 原始邮件 --------\n发件人： Fairlead <post@mail.example.test>\n日期： 2026年11月23日周一 上午10:02\n收件人： ana@roy.example\n主 题： Re: Your inquiry'),
  plain('Tencent', 'Original\nFrom: "Fairlead"<post@mail.example.test>\nDate: Mon, Nov 23, 2026 10:02 AM\nTo: "Ana Roy"<ana@roy.example>\nSubject: Re: Your inquiry'),
]; // prettier-ignore

/** Lines of the program or device below a person's text. */
export const programLines: readonly string[] = [
  'Sent from my iPhone', 'Envoyé de mon iPhone', 'Von meinem iPhone gesendet', 'Enviado desde mi iPhone', 'Inviato da iPhone', 'Enviado do meu iPhone',
  'Verstuurd vanaf mijn iPhone', 'Wysłane z iPhone’a', 'Skickat från min iPhone', 'Sendt fra min iPhone', 'Надіслано з iPhone', 'Отправлено с iPhone',
  'iPhoneから送信', '发自我的iPhone', '傳送自 iPhone', '나의 iPhone에서 보냄', 'أُرسلت من الـ iPhone', 'ਮੇਰੇ iPhone ਤੋਂ ਭੇਜਿਆ ਗਿਆ', 'Lähetetty iPhonesta', 'Odesláno z iPhonu', 'iPhone’umdan gönderildi',
  'Get Outlook for iOS<https://aka.ms/o0ukef>', 'Outlook für iOS beziehen', 'Obtener Outlook para Android<https://aka.ms/AAb9ysg>', 'Scarica Outlook per iOS', 'Obter o Outlook para iOS', 'Outlook voor Android downloaden',
  'Pobierz aplikację Outlook dla systemu iOS', 'Hämta Outlook för iOS', 'Отримати Outlook для iOS', 'Скачать Outlook для iOS', 'iOS 版 Outlook を入手', '获取适用于 iOS 的 Outlook', 'iOS용 Outlook 다운로드', 'الحصول على Outlook لـ iOS',
  'Sent from my Galaxy', 'Von meinem Samsung Galaxy Smartphone gesendet.', 'Enviado desde mi smartphone Samsung Galaxy.', 'Inviato dal mio Galaxy', 'Verzonden vanaf mijn Galaxy', 'Wysłane z mojego telefonu Galaxy', 'Отправлено с моего Galaxy', '나의 Galaxy에서 보냄', 'Galaxyから送信',
  'Sent with Proton Mail secure email.', 'Gesendet mit Proton Mail, sicherer E-Mail-Dienst.', 'Sent from Yahoo Mail on Android', 'Gesendet von Yahoo Mail auf Android', 'Enviado desde Yahoo Mail con Android', 'Gesendet mit der GMX Mail App', 'Отправлено из мобильной Яндекс Почты', 'Отправлено из Почты Mail.ru', '发自我的手机', '发自我的华为手机 QQ邮箱', 'Sent from Mail for Windows', 'Provenance : Courrier pour Windows', 'Enviado desde Correo para Windows', 'Gesendet von Mail für Windows',
]; // prettier-ignore
