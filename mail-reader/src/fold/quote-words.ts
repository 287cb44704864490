// What mail programs write above a quotation and below a mail, in many languages. quote-shapes.ts decides by structure
// first; these patterns are for text with too little structure.

/** Alternatives are separated by a bar between spaces. */
function oneOf(words: string): string {
  return words
    .trim()
    .split(/\s+\|\s+/)
    .join('|')
    .replaceAll(/\[[^\]]*\]| /g, (found) => (found === ' ' ? String.raw`[\s\u00a0]` : found));
}

/** "wrote", in an introduction. */
export const wroteWordPattern = new RegExp(
  oneOf(`wrote | writes | a écrit | écrit | schrieb | geschrieben | escribió | escribio | ha scritto | scrisse | escreveu | schreef | heeft geschreven | geschreven
  | skrev | kirjoitti | napisał | napisała | pisze | napsal | napsala | napísal | írta | a scris | написав | написала | пише | написал | пишет | написа | napisao
  | şunu yazdı | şunları yazdı | tarihinde | yazdı | έγραψε | 写道 | 寫道 | 写了 | のメール | 書きました | 作成 | 작성 | 쓴 글 | 썼습니다 | كتب | كتبت | تمت كتابة ما يلي | ਲਿਖਿਆ | लिखा | כתב | מאת | نوشت | đã viết | menulis | เขียนว่า`),
  'iu',
);

const originalNames =
  oneOf(`original (message|appointment|e-?mail)? ?| original | forwarded message | forwarded by .{1,80} | reply message | message d['’]origine | message (original|transféré|réacheminé|réexpédié) | mail original | (ursprüngliche|original)[- ]?(nachricht|mail|e-mail) | weitergeleitete nachricht
  | mensaje (original|reenviado) | messaggio (originale|inoltrato) | mensagem (original|encaminhada|reencaminhada) | oorspronkelijk(e)? bericht | doorgestuurd bericht | oryginalna wiadomość | wiadomość oryginalna | (przekazana wiadomość|wiadomość przekazana) | ursprungligt meddelande | originalmeddelande | vidarebefordrat (meddelande|mejl) | oprindelig (meddelelse|besked) | opprinnelig melding | videresendt (meddelelse|melding|besked) | alkuperäinen viesti | původní zpráva | pôvodná správa | eredeti üzenet | mesaj original
  | (оригінальне|вихідне|початкове|переслане) повідомлення | (исходное|оригинальное|пересылаемое|пересланное) (сообщение|письмо) | orijinal (mesaj|ileti) | özgün ileti | αρχικό μήνυμα
  | 原始邮件 | 原始郵件 | 原邮件 | 回复的原邮件 | 转发邮件信息 | 转发的邮件 | 转发邮件 | 轉寄郵件 | 邮件原件 | 原始邮件信息 | 元のメッセージ | 元のメール | 転送されたメッセージ | 転送メッセージ | Original | 원본 ?(메시지|메일|이메일) | 전달된 메시지 | 원래 메시지
  | الرسالة الأصلية | رسالة أصلية | الرسالة الأصليّة | رسالة معاد توجيهها | الرسالة المعاد توجيهها | (ਅਸਲ|ਮੂਲ|ਅਸਲੀ) (ਸੁਨੇਹਾ|ਈਮੇਲ|ਸੰਦੇਸ਼) | ਅੱਗੇ ਭੇਜਿਆ (ਸੁਨੇਹਾ|ਗਿਆ ਸੁਨੇਹਾ) | मूल संदेश | ההודעה המקורית`);

/** Text between rulers that announces an original or forwarded mail. */
export const originalMailPattern = new RegExp(`^(${originalNames})$`, 'iu');
/** Apple Mail's line above a forwarded mail. */
export const forwardLinePattern =
  /^(begin forwarded message|début du message (transféré|réexpédié)|anfang der weitergeleiteten (nachricht|e-mail)|inizio messaggio inoltrato|inicio del mensaje reenviado|início da mensagem (re)?encaminhada|begin doorgestuurd bericht|początek przekazywanej wiadomości|vidarebefordrat brev|начало переадресованного сообщения|початок листа, що пересилається|開始転送メッセージ|下面是被转发的邮件|전달된 메시지 시작)[\s\u00a0\u202f]*[:：]$/iu;

/** Labels of a quoted head; the label of the sender is stronger evidence. */
export const fromLabelPattern = new RegExp(
  `^(${oneOf(`from | de | von | da | van | od | från | fra | lähettäjä | від | от | від кого | от кого | 差出人 | 送信者 | 发件人 | 寄件人 | 寄件者 | 보낸 ?사람 | 보낸 ?이 | من | المرسل | ਵੱਲੋਂ | ਤੋਂ | ਕਿਸ ਤੋਂ | ਭੇਜਣ ਵਾਲਾ | ਪ੍ਰੇਸ਼ਕ | gönderen | kimden | από | feladó | de la | प्रेषक | מאת | expéditeur | absender | remitente | mittente | remetente | afzender | nadawca | avsändare | odesílatel | відправник | отправитель`)})$`,
  'iu',
);
export const headerLabelPattern = new RegExp(
  `^(${oneOf(`sent | date | dato | importance | priority | attachments? | wichtigkeit | anlagen? | anhänge | importancia | archivos adjuntos | priorità | allegati | pièces jointes | importância | anexos | bijlagen? | urgentie | załączniki | ważność | bifogade filer | prioritet | вкладення | важливість | вложения | важность | 添付ファイル | 重要度 | 附件 | 重要性 | 첨부 파일 | 중요도 | to | cc | bcc | subject | reply-to | envoyé( le)? | à | objet | date d['’]envoi | copie( à)? | répondre à | gesendet( am)? | datum | an | betreff | kopie | enviad[oa]( el| em)? | fecha | para | asunto | assunto | data | cco? | inviato( il)? | a | oggetto | verzonden | aan | onderwerp | wysłano | wysłane | do | dw | temat | skickat | till | ämne | kopia | sendt | til | emne | kopi | lähetetty | vastaanottaja | aihe | pvm | päivämäärä | odesláno | komu | předmět | odoslané | predmet | elküldve | címzett | tárgy | trimis | către | subiect
  | надіслано | відправлено | дата | кому | тема | копія | отправлено | копия | дата отправки | изпратено | до | относно
  | 送信日時 | 日時 | 日付 | 宛先 | 件名 | 发送时间 | 发送日期 | 时间 | 日期 | 收件人 | 主题 | 抄送 | 傳送時間 | 寄件日期 | 收件者 | 主旨 | 主題 | 副本 | 보낸 ?(날짜|시간) | 날짜 | 받는 ?사람 | 받는 ?이 | 제목 | 참조
  | تم الإرسال | تاريخ الإرسال | أُرسلت | أرسلت | التاريخ | إلى | الموضوع | نسخة | ਭੇਜਿਆ( ਗਿਆ)? | ਮਿਤੀ | ਤਾਰੀਖ | ਤਾਰੀਖ਼ | ਪ੍ਰਤੀ | ਨੂੰ | ਵਿਸ਼ਾ | ਵਿਸ਼ਾ | gönderildi | gönderme tarihi | tarih | kime | konu | bilgi | στάλθηκε | προς | θέμα | को | विषय | दिनांक | תאריך | נשלח | אל | נושא`)})$`,
  'iu',
);

const devices =
  'iphon|ipad|ipod|apple watch|mac|android|galaxy|samsung|huawei|xiaomi|redmi|oppo|oneplus|pixel|nokia|blackberry|windows|outlook|hotmail|yahoo|proton|gmail|gmx|web\\.de|1&1|t-online|thunderbird|aol|hey|zoho|tutanota|tuta|spark|canary|edison|bluemail|blue mail|k-9|fairmail|aquamail|typeapp|nine|mailo|fastmail|airmail|mail\\.ru|почт|пошт|яндекс|yandex|ukr\\.net|qq|foxmail|163|126|sina|naver|daum|kakao|네이버|다음|网易|邮箱|郵箱|手机|手機|携帯|スマートフォン|スマホ|휴대전화|휴대폰|핸드폰|스마트폰|phone|mobile|smartphone|cell|telefon|téléphone|tel[ée]fono|handy|móvil|movil|cellulare|telemóvel|celular|telefoon|mobiel|mobil|komórk|телефон|смартфон|мобільн|мобильн|هاتف|الهاتف|جوال|آيفون|ايفون|ਫ਼ੋਨ|ਫ਼ੋਨ|ਫੋਨ|ਮੋਬਾਈਲ|ਆਈਫੋਨ|ਆਈਫ਼ੋਨ|bell|rogers|telus|orange|free|videotron|vidéotron|sfr|laposte|puhelin';
const sentFrom =
  oneOf(`sent (from|with|via|using|by) | envoyée? (de|du|depuis|à partir|avec|par|via|à l) | expédiée? (de|depuis) | (gesendet|versendet|verschickt) (von|vom|mit|über|aus|via) | (enviado|enviada) (desde|con|por|de|do|da|com|pelo|pela|via|a través|a partir|através)
  | (inviato|inviata|spedito) (da|dal|dallo|dalla|con|tramite) | inviato dall | (verzonden|verstuurd) (vanaf|vanuit|met|via|van|door) | (wysłan[eoay]|wysłano) (z|ze|za|przez|przy) | skickat (från|med|via) | sendt (fra|med|via) | lähetetty | (odesláno|odoslané|posláno|poslané) (z|ze|zo)
  | (надіслано|відправлено) (з|із|зі|за|через) | (отправлено|послано) (с|из|со|через) | изпратено от | trimis (de|din|cu) | στάλθηκε από | gửi từ | dikirim dari | 发自.? | 發自 | 从我的 | 來自 | 来自 | 傳送自 | (أُ?رسلت|أُ?رسل|تم الإرسال|مُ?رسلة) (من|بواسطة|باستخدام) | נשלח`);
const sentEnd =
  'gesendet|verschickt|versendet|verzonden|verstuurd|küldve|gönderildi|送信|送信されました|送信しました|发送|發送|傳送|보냄|보냈습니다|보낸 메일|보낸 메일입니다|발송|ਭੇਜਿਆ( ਗਿਆ)?|ਭੇਜੀ( ਗਈ)?|भेजा गया|lähetetty';

/** Lines that name the sending device or program: "Sent from my iPhone", "Von meinem iPhone gesendet", "iPhoneから送信". */
export const sentFromDevicePattern = new RegExp(
  `^(?=.*(?:${devices}))(?:(?:${sentFrom}).*|.*(?:${sentEnd})[.!。]?)$`,
  'iu',
);

/** Links in which mail programs advertise themselves. */
export const mailProgramLinkPattern =
  /aka\.ms\/|go\.onelink\.me|mail\.onelink\.me|overview\.mail\.yahoo|mail\.yahoo|proton(mail)?\.(me|com)|getoutlook|bluemail\.me|sparkmailapp|mail\.ru\/?|web\.de|gmx\.(de|net|at|ch)|yandex\.|avast\.com|avg\.com/i;
export const mailProgramNamePattern =
  /outlook|yahoo|proton|gmx|web\.de|bluemail|spark|mail|yandex|яндекс|почт|пошт|avast|avg|antivirus/iu;
/** "Get Outlook for iOS" and similar lines, if the link was removed. */
export const mailProgramAdvertPattern =
  /^(get|download( the)?|obtenir|obtenez|télécharge[rz]?|holen sie sich|laden sie|obtener|obtenga|obtén|descargar?|scarica|ottieni|obter|obtenha|baixar|transferir|download|haal|pobierz|uzyskaj|hämta|skaffa|hent|få|lataa|hanki|stáhnout|získat|завантажити|отримати|отримайте|скачать|получить|установите|获取|取得|下载|الحصول على|احصل على|ਪ੍ਰਾਪਤ ਕਰੋ|ਡਾਊਨਲੋਡ ਕਰੋ)(?!\p{L}).{0,12}(?<!\p{L})(outlook|yahoo mail|proton|mail|bluemail|spark|gmail)(?!\p{L}).{0,40}$|^outlook (für|for|para|pour|voor|per) .{2,20} (beziehen|herunterladen|holen|downloaden|scaricare)\.?$|(iOS|Android|iPhone)\s?(版|用|용|向け)\s?の?\s?outlook.{0,20}$|^(获取适用于|下载适用于|取得適用於|适用于).{2,14}的 ?outlook|^outlook (ਲਈ|في|لـ?).{0,20}$/iu;
