// The style that all pages for people share. Classes: `times` and `choices` (lists of radio buttons as tiles), `dot` (a colour), `note` (small
// print), `other` (a button that people press less often).

export const STYLE = `
*{box-sizing:border-box}
body{margin:0;padding:1rem;background:#eef0f4;color:#1c2430;font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
main{max-width:40rem;margin:0 auto;padding:1.5rem;background:#fff;border:1px solid #d8dce4;border-radius:.75rem}
h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.25}
p{margin:0 0 1rem}
a{color:#1d4ed8}
label{font-weight:600}
input,select,textarea{width:100%;margin-top:.25rem;padding:.5rem .625rem;border:1px solid #8a94a6;border-radius:.375rem;background:#fff;color:inherit;font:inherit;font-weight:400}
textarea{min-height:5rem}
:focus-visible{outline:3px solid #93b4f8;outline-offset:1px}
button{padding:.625rem 1.25rem;border:0;border-radius:.375rem;background:#1d4ed8;color:#fff;font:inherit;font-weight:600;cursor:pointer}
button:hover{background:#1e40af}
button.other{background:none;box-shadow:inset 0 0 0 1px #8a94a6;color:inherit}
button.other:hover{background:#eef0f4}
form{margin:0 0 1rem}
fieldset{margin:0 0 1rem;padding:0;border:0}
legend{margin-bottom:.25rem;padding:0;font-weight:600}
details{border:1px solid #d8dce4;border-top-width:0}
details:first-of-type{border-top-width:1px;border-radius:.375rem .375rem 0 0}
details:last-of-type{border-radius:0 0 .375rem .375rem}
summary{padding:.5rem .75rem;cursor:pointer}
details[open] summary{font-weight:600}
.times{display:grid;grid-template-columns:repeat(auto-fill,minmax(4.75rem,1fr));gap:.5rem;padding:.25rem .75rem .75rem}
.later{margin:.5rem 0 0}
.choices{display:grid;gap:.5rem}
.times label,.choices label{display:block;padding:.5rem .625rem;border:1px solid #8a94a6;border-radius:.375rem;font-weight:400;cursor:pointer}
.times label{text-align:center}
.times input{position:absolute;width:1px;height:1px;margin:0;opacity:0}
.choices input{width:auto;margin:0 .5rem 0 0;vertical-align:-.1em}
.times label:has(:checked),.choices label:has(:checked){border-color:#1d4ed8;background:#e8eefc;box-shadow:inset 0 0 0 1px #1d4ed8}
.times label:has(:focus-visible){outline:3px solid #93b4f8}
.dot{width:.75rem;height:.75rem;margin-right:.5rem}
.note,caption{color:#566072;font-size:.875rem;font-weight:400}
table{width:100%;margin-bottom:1rem;border-collapse:collapse}
caption{padding-bottom:.25rem;text-align:left}
th,td{padding:.5rem 0;border-bottom:1px solid #d8dce4;text-align:left}
th:last-child,td:last-child{text-align:right}
main>:last-child,form>:last-child{margin-bottom:0}
ul{margin:0 0 1rem;padding-left:1.25rem}
li{margin-bottom:.5rem}
[role=alert]{padding:.75rem 1rem;border-left:.25rem solid #b42318;background:#fdeceb}
@media (min-width:48rem){body{padding:3rem 1rem}main{padding:2.5rem}}
`.replaceAll('\n', '');
